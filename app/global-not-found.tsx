import type { Metadata } from "next";
import { Frame, frameMetadata, frameViewport } from "@/app/frame";
import { MissingPage, missingPageTitle } from "@/app/missing-page";

export const generateViewport = frameViewport;

export async function generateMetadata(): Promise<Metadata> {
  return { ...(await frameMetadata()), title: await missingPageTitle() };
}

/** For paths that no page has. */
export default function GlobalNotFound() {
  return (
    <Frame>
      <MissingPage />
    </Frame>
  );
}
