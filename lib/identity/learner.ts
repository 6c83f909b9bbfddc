import "server-only";
import { cookies } from "next/headers";

/**
 * A learner is a random id in a cookie, made at the first answer. It is no account and needs no consent banner: it
 * holds the reader's own answers together and nothing else.
 */
const cookieName = "learner";

/** A year without an answer; every answer starts it anew. Browsers allow no more than 400 days. */
const maxAgeSeconds = 365 * 24 * 60 * 60;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The learner of the page being rendered; null before the first answer. The id may be unknown to the database. */
export async function currentLearner(): Promise<string | null> {
  return learnerId((await cookies()).get(cookieName)?.value);
}

/** The learner that a request names; null without cookie. A malformed cookie counts as none. */
export function learnerOf(request: Request): string | null {
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  return learnerId(pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1));
}

/** The `Set-Cookie` that names the learner from now on: hidden from scripts, kept to https where we are reached so. */
export function learnerCookie(id: string, request: Request): string {
  const attributes = [`${cookieName}=${id}`, "Path=/", `Max-Age=${maxAgeSeconds}`, "HttpOnly", "SameSite=Lax"];
  return [...attributes, ...(isHttps(request) ? ["Secure"] : [])].join("; ");
}

function learnerId(value: string | undefined): string | null {
  return value !== undefined && uuid.test(value) ? value : null;
}

/** The connection between browser and us; a proxy in front that ends TLS says so in `X-Forwarded-Proto`. */
function isHttps(request: Request): boolean {
  const forwarded = request.headers.get("x-forwarded-proto")?.split(",")[0]?.trim();
  return (forwarded ?? new URL(request.url).protocol.slice(0, -1)) === "https";
}
