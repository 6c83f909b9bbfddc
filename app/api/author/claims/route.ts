import { z } from "zod";
import { isAuthoring } from "@/lib/content/author/state";
import { writeClaim } from "@/lib/content/author/write-claim";
import { isLocalHost } from "@/lib/identity/local-host";
import { isSameOrigin } from "@/lib/identity/same-origin";
import { readJson } from "@/lib/progress/json-body";

const largestBody = 2 * 1024;
const bodySchema = z.strictObject({ claim: z.string().max(500), fileHash: z.string().max(64) });

/** What an author's press comes to, as an HTTP status. */
const statuses = { written: 204, unknown: 404, changed: 409, outside: 403 } as const;

/**
 * Writes the numbers that were computed for a claim into the file that states it. Only in a development server for
 * authors, only for a page of ours on this computer; see `writeClaim` for what is written.
 */
export async function POST(request: Request): Promise<Response> {
  if (!isAuthoring()) return answer(404);
  if (!isSameOrigin(request.headers) || !isLocalHost(request.headers)) return answer(403);
  const body = await readJson(request, largestBody);
  const parsed = body.ok ? bodySchema.safeParse(body.value).data : undefined;
  return answer(parsed ? statuses[writeClaim(process.cwd(), parsed)] : 400);
}

function answer(status: number): Response {
  return new Response(null, { status, headers: { "Cache-Control": "no-store" } });
}
