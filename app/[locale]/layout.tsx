import type { ReactNode } from "react";
import { Frame, frameMetadata, frameViewport } from "@/app/frame";

export const generateMetadata = frameMetadata;
export const generateViewport = frameViewport;

export default function LocaleLayout({ children }: { children: ReactNode }) {
  return <Frame>{children}</Frame>;
}
