import { isSameText, type OwnTexts } from "@/components/repair/own-texts";
import type { RepairWords } from "@/components/repair/repair-words";
import type { Arrival } from "@/components/repair/use-linked-code";
import styles from "@/components/repair/repair.module.css";

interface LinkedCodeNoteProps {
  arrival: Arrival;
  role: string;
  scenarioVersion: string;
  /** What stands in the editor. */
  texts: OwnTexts;
  take: (linked: OwnTexts) => void;
  keep: () => void;
  words: RepairWords;
}

/** What became of the handler of a link: it never takes the place of the learner's own without a press. */
export function LinkedCodeNote({ arrival: { link, settled }, role, scenarioVersion, texts, take, keep, words }: LinkedCodeNoteProps) {
  if (link.state === "none") return null;
  if (link.state === "damaged" || link.role !== role) return <p className={styles.linkNote} role="status">{words.linkDamaged}</p>;
  const isOffered = settled === null && !isSameText(link, texts);
  return (
    <div className={styles.linkNote} role="status">
      {settled === "taken" && <p>{words.linkTaken}</p>}
      {isOffered && (
        <p>
          {words.linkOffer}{" "}
          <button type="button" className="text-button" onClick={() => take(link)}>
            {words.linkTake}
          </button>{" "}
          <button type="button" className="text-button" onClick={keep}>
            {words.keep}
          </button>
        </p>
      )}
      {settled !== "kept" && link.scenarioVersion !== scenarioVersion && <p>{words.linkOther}</p>}
    </div>
  );
}
