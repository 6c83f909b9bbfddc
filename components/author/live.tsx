"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Renders the page anew whenever the content was checked again. `revision` is what the page was rendered from. */
export function Live({ revision }: { revision: string }) {
  const router = useRouter();
  useEffect(() => {
    const changes = new EventSource("/api/author/changes");
    changes.onmessage = ({ data }) => {
      if (data !== revision) router.refresh();
    };
    return () => changes.close();
  }, [revision, router]);
  return null;
}
