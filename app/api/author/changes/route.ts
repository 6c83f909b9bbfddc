import { watch } from "node:fs";
import { basename, dirname, join } from "node:path";
import { authorStateFile, isAuthoring, readAuthorState } from "@/lib/content/author/state";

export const dynamic = "force-dynamic";

/** A stream of server-sent events: the revision of what is known about the content, at once and after every change. */
export function GET(request: Request): Response {
  if (!isAuthoring()) return new Response(null, { status: 404 });
  const root = process.cwd();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      let last: string | null = null;
      const tell = (): void => {
        const revision = readAuthorState(root)?.revision ?? "";
        if (revision === last) return;
        last = revision;
        controller.enqueue(new TextEncoder().encode(`data: ${revision}\n\n`));
      };
      tell();
      const file = join(root, authorStateFile);
      const watcher = watch(dirname(file), (_, name) => (name === basename(file) ? tell() : undefined));
      request.signal.addEventListener("abort", () => {
        watcher.close();
        controller.close();
      });
    },
  });
  return new Response(stream, { headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store" } });
}
