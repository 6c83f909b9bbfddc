"use client";

import { usePathname } from "next/navigation";
import { ErrorNotice } from "@/components/ui/error-notice";
import { localeOfPath } from "@/lib/locale";

/** A page that failed, inside the frame that did not. */
export default function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  return <ErrorNotice locale={localeOfPath(usePathname()) ?? "en"} error={error} retry={retry} />;
}
