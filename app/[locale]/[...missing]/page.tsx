import { notFound } from "next/navigation";

/** Any path that no other page answers: framed by the layout, in the language of the path or of the reader. */
export default function MissingPage(): never {
  notFound();
}
