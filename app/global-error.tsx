"use client";

import { usePathname } from "next/navigation";
import { lazy, Suspense } from "react";

/** Style sheet and words come only when they are needed: this file is a part of every page. */
const FramelessError = lazy(() => import("@/app/frameless-error"));

/** The frame itself failed: the error page without it, in the theme of the system. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  const path = usePathname();
  return (
    <html lang={path.startsWith("/ru") ? "ru" : "en"}>
      <body>
        <Suspense>
          <FramelessError path={path} error={error} retry={retry} />
        </Suspense>
      </body>
    </html>
  );
}
