import { preferredLocale } from "@/lib/accept-language";
import { learnerOf } from "@/lib/identity/learner";
import { commitId } from "@/lib/progress/commit-fields";
import { failureResponse, problemResponse } from "@/lib/progress/problems";
import { findProof } from "@/lib/progress/proofs/record-proof";

/** What became of a proof of this learner (`ProofReply`), or a problem. */
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const locale = preferredLocale(request.headers.get("accept-language"));
  try {
    const [id, learner] = [commitId.safeParse((await params).id).data, learnerOf(request)];
    const reply = id && learner ? await findProof(id, learner) : null;
    return reply ? Response.json(reply, { headers: { "Cache-Control": "no-store" } }) : problemResponse("unknown-proof", locale);
  } catch (error) {
    return failureResponse("A proof could not be read:", error, locale);
  }
}
