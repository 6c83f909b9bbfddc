import { CopyButton } from "@/components/simulator/copy-button";
import type { SimulatorWords } from "@/components/simulator/simulator-words";

/** Writes the address of what is shown into the browser's bar and the clipboard. `address` is a fragment. */
export function CopyLink({ address, words }: { address: string; words: SimulatorWords }) {
  function text() {
    window.history.replaceState(window.history.state, "", address);
    return window.location.href;
  }

  return <CopyButton of={address} text={text} shown label={words.copyLink} copied={words.copied} />;
}
