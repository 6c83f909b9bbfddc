import type { Plain } from "../plain";
import type { PendingRequest } from "../process/history";
import { receive, type Effect, type ReceiverState } from "./keyed-receiver";
import type { Caller, Response } from "./part";

/** How receivers and the libraries in front of them differ. */
export interface SendersProfile {
  /**
   * `fail-open`: a client library whose keys must not contain a colon, and which does not refuse such a key but calls
   * without it. That is what a cache library does which treats an invalid key like an unreachable cache.
   */
  keys: "any" | "fail-open";
  /**
   * True for a receiver that refuses a fencing token lower than the highest it has seen. The token is the parameter
   * `fencingToken` of a call. It protects a value from a late overwrite; an effect of an earlier holder has happened.
   */
  checksFence: boolean;
}

/** What a call of a mailer, of an alert or of a named receiver asks for. */
interface Sending {
  effect: Effect;
  key: string | null;
  /** For the sentence: the subject, the text, the name of the effect. */
  what: string;
  idPrefix: string;
}

function sendingOf(request: PendingRequest, caller: Caller): Sending {
  const { args } = request;
  const key = typeof args["key"] === "string" ? args["key"] : null;
  const make = (kind: string, params: Plain | undefined, what: Plain | undefined, idPrefix: string): Sending => ({
    effect: { kind, message: caller.message, params: params ?? null },
    key,
    what: String(what ?? ""),
    idPrefix,
  });
  if (request.port === "mailer.send")
    return make("mailer.mails", args["mail"], (args["mail"] as { subject?: string }).subject, "mail");
  if (request.port === "alert") return make("alerts", { text: args["text"] }, args["text"], "alert");
  return make(`${String(args["receiver"])}.${String(args["effect"])}`, args["params"], args["effect"], "reply");
}

function tokenOf({ params }: Effect): number | null {
  const token = (params as Readonly<Record<string, Plain>> | null)?.["fencingToken"];
  return typeof token === "number" ? token : null;
}

/**
 * A call of the mailer, an alert, or a receiver that the scenario names. Generic rule of receivers: a known key gives
 * the stored answer and no second effect; without a key every call is an effect.
 */
export function send(
  state: ReceiverState,
  profile: SendersProfile,
  request: PendingRequest,
  caller: Caller,
): Response<ReceiverState> {
  const { effect, key: given, what, idPrefix } = sendingOf(request, caller);
  const dropped = given !== null && profile.keys === "fail-open" && given.includes(":");
  const key = dropped ? null : given;
  const token = profile.checksFence ? tokenOf(effect) : null;
  const seen = state.fence ?? 0;
  if (token !== null && token < seen) {
    const error = { name: "StaleToken", message: `The fencing token ${token} is older than ${seen}`, fields: {} };
    return { state, reply: { error }, fact: { fact: "fence-refused", what, token, seen } };
  }
  const fenced = token === null ? state : { ...state, fence: token };
  const receipt = receive(fenced, { key, effect, compareParams: false, answer: (n) => ({ id: `${idPrefix}_${n}` }) });
  if (receipt.receipt === "mismatch") throw new Error("parameters are not compared here");
  if (dropped)
    return {
      state: receipt.state,
      reply: receipt.reply,
      fact: { fact: "sent-without-key", what, effect: effect.kind, key: given },
    };
  const fact =
    receipt.receipt === "performed"
      ? { fact: "sent" as const, what, effect: effect.kind, key }
      : { fact: "sent-replayed" as const, what, effect: effect.kind, key: key ?? "" };
  return { state: receipt.state, reply: receipt.reply, fact };
}
