import type { SVGProps } from "react";
import type { Geometry } from "@/components/simulator/diagram/geometry";
import { monoLetter, sansLetter } from "@/components/simulator/diagram/labels";

/** Pixels that words keep from the edges of the figure. */
const margin = 4;

interface FigureTextProps extends Omit<SVGProps<SVGTextElement>, "children" | "x" | "textAnchor"> {
  x: number;
  textAnchor?: "start" | "middle" | "end";
  /** Set in letters of one breadth. */
  mono?: boolean;
  geometry: Pick<Geometry, "width" | "textSize">;
  children: string | null | undefined;
}

/** Words in the figure: where they would reach past its edge they are moved as far as they must be. */
export function FigureText({ x, textAnchor = "start", mono = false, geometry: { width, textSize }, children, ...text }: FigureTextProps) {
  if (!children) return null;
  const length = children.length * (mono ? monoLetter : sansLetter) * textSize;
  const start = x - { start: 0, middle: length / 2, end: length }[textAnchor];
  const inside = Math.max(margin, Math.min(start, width - margin - length));
  return (
    <text {...text} x={x + (inside - start)} textAnchor={textAnchor}>
      {children}
    </text>
  );
}
