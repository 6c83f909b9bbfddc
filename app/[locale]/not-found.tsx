import type { Metadata } from "next";
import { MissingPage, missingPageTitle } from "@/app/missing-page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: await missingPageTitle() };
}

/** For pages that find out only while rendering that they do not exist, a lesson for instance. */
export default MissingPage;
