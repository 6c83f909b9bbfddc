import { checkHealth } from "@/lib/health";

/** State of the server and its database (`Health`): 200 when answers can be recorded, otherwise 503. */
export async function GET(): Promise<Response> {
  const health = await checkHealth();
  const status = health.status === "ok" ? 200 : 503;
  return Response.json(health, { status, headers: { "Cache-Control": "no-store" } });
}
