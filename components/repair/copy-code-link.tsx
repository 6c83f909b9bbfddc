import { useEffect, useState } from "react";
import { codeFragment, longestLink, type LinkedCode, type MadeLink } from "@/components/repair/code-link";
import type { RepairWords } from "@/components/repair/repair-words";
import { CopyButton } from "@/components/simulator/copy-button";
import { fill } from "@/components/ui/fill";
import { inGroups } from "@/components/ui/in-groups";
import type { Locale } from "@/lib/locale";

interface CopyCodeLinkProps {
  code: LinkedCode;
  words: RepairWords;
  locale: Locale;
}

/** Milliseconds without a keystroke before the link is made anew. */
const quietMs = 250;

/** Writes a link that carries the code into the clipboard, or says why it cannot be one. */
export function CopyCodeLink({ code, words, locale }: CopyCodeLinkProps) {
  const text = JSON.stringify(code);
  const [made, setMade] = useState<{ of: string; link: MadeLink } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      void codeFragment(JSON.parse(text) as LinkedCode).then((link) => setMade({ of: text, link }));
    }, quietMs);
    return () => clearTimeout(timer);
  }, [text]);

  if (made?.of !== text) return null;
  const { link } = made;
  if (link.state === "too-long") return <p>{fill(words.linkTooLong, { size: inGroups(link.size, locale), limit: inGroups(longestLink, locale) })}</p>;
  const address = () => `${window.location.origin}${window.location.pathname}${window.location.search}#${link.fragment}`;
  return <CopyButton of={text} text={address} label={words.copyLink} copied={words.linkCopied} />;
}
