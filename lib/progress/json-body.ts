import type { ProblemName } from "@/lib/progress/problems";

export type JsonBody =
  | { ok: true; value: unknown }
  | { ok: false; problem: Extract<ProblemName, "too-large" | "unsupported-media-type" | "not-json"> };

/** Reads a JSON body of at most `limit` bytes. Stops at the first byte too many, whatever length was announced. */
export async function readJson(request: Request, limit: number): Promise<JsonBody> {
  if (!isJson(request.headers)) return { ok: false, problem: "unsupported-media-type" };
  try {
    const bytes = await readAtMost(request, limit);
    if (bytes === null) return { ok: false, problem: "too-large" };
    return { ok: true, value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch {
    // Not UTF-8, not JSON, or broken off by the sender.
    return { ok: false, problem: "not-json" };
  }
}

function isJson(headers: Headers): boolean {
  const type = (headers.get("content-type") ?? "").toLowerCase().replace(/\s|"/g, "");
  const encoding = headers.get("content-encoding") ?? "identity";
  return /^application\/json(;charset=utf-?8)?$/.test(type) && encoding === "identity";
}

async function readAtMost(request: Request, limit: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get("content-length")) > limit) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    length += part.value.length;
    if (length > limit) {
      // Not awaited: the sender may never end, and we have our answer.
      void reader?.cancel().catch(() => {});
      return null;
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}
