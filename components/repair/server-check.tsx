import type { Search } from "@/components/lab/use-exploration";
import { useServerCheck, type ProvedHere } from "@/components/repair/use-server-check";
import type { OwnTexts } from "@/components/repair/own-texts";
import type { RepairWords } from "@/components/repair/repair-words";
import { OutcomeGlyph } from "@/components/ui/outcome-glyph";
import type { Locale } from "@/lib/locale";
import type { Delivery } from "@/lib/outbox/delivery";
import type { ProofReply } from "@/lib/progress/proofs/contract";
import styles from "@/components/repair/repair.module.css";

interface ServerCheckOfProps {
  search: Search;
  role: string;
  /** What the search is about. */
  code: OwnTexts;
  words: RepairWords;
  locale: Locale;
}

/** Nothing for a search that has proved nothing good: only proofs are recorded. */
export function ServerCheckOf({ search, role, code, words, locale }: ServerCheckOfProps) {
  if (search.state !== "done" || search.stopped !== null) return null;
  const { scenario, scenarioVersion, bounds, profiles, outcomes } = search.result;
  if (outcomes.some(({ verdict }) => verdict !== "ok")) return null;
  const proved: ProvedHere = { scenario, scenarioVersion, handlers: { [role]: code.source }, migration: code.migration, bounds: { ...bounds, profiles }, verdict: "ok", locale };
  return <ServerCheck proved={proved} words={words} />;
}

/** What becomes of a proof on the server: a proof counts once the server has run it, too. */
function ServerCheck({ proved, words }: { proved: ProvedHere; words: RepairWords }) {
  const delivery = useServerCheck(proved);
  const holds = delivery?.state === "recorded" && delivery.reply.holds;
  return (
    <p className={styles.server} role="status">
      {holds && <OutcomeGlyph outcome="proved" />}
      <span>{told(delivery, words.server)}</span>
    </p>
  );
}

function told(delivery: Delivery<ProofReply> | null, words: RepairWords["server"]): string {
  switch (delivery?.state) {
    case undefined:
    case "sending":
      return words.sending;
    case "waiting":
      return words.notReached;
    case "superseded":
      return words.refused;
    case "refused":
      return delivery.problem?.detail ?? words.refused;
    case "recorded":
      return saidOf(delivery.reply, words);
  }
}

function saidOf({ state, holds, verdict, sentence }: ProofReply, words: RepairWords["server"]): string {
  if (state === "waiting") return words.checking;
  if (holds) return words.holds;
  return verdict === "ok" ? words.narrower : `${words.differs} ${sentence}`;
}
