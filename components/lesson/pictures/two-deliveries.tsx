import type { Translator } from "@/lib/i18n";
import styles from "@/components/lesson/pictures/pictures.module.css";

/** Two deliveries that lead to one effect, because both are given the same key. Upright, so that a phone shows it whole. */
export function TwoDeliveries({ t }: { t: Translator }) {
  const word = (name: Parameters<typeof partName>[0]) => t(partName(name));
  return (
    <figure className={styles.picture}>
      <svg viewBox="0 0 360 330" role="img" aria-labelledby="two-deliveries-title two-deliveries-description">
        <title id="two-deliveries-title">{word("title")}</title>
        <desc id="two-deliveries-description">{word("description")}</desc>
        <Box x={8} y={8} width={150} label={word("deliveryA")} code="job1" />
        <Box x={202} y={8} width={150} label={word("deliveryB")} code="job2" />
        <path className={styles.way} d="M83 62V82H180M277 62V82H180M180 82V100" />
        <Arrow x={180} y={106} />
        <Box x={90} y={106} width={180} label={word("key")} code="order-9.invoice" strong />
        <path className={styles.way} d="M180 160V178" />
        <Arrow x={180} y={184} />
        <text className={styles.question} x={180} y={204} textAnchor="middle">
          {word("check")}
        </text>
        <path className={styles.way} d="M180 216V228M83 228H277M83 228V262M277 228V262" />
        <Arrow x={83} y={268} />
        <Arrow x={277} y={268} />
        <text className={styles.branch} x={91} y={250}>
          {word("free")}
        </text>
        <text className={styles.branch} x={269} y={250} textAnchor="end">
          {word("taken")}
        </text>
        <Box x={8} y={268} width={150} label={word("effect")} code="em_1" strong />
        <Box x={202} y={268} width={150} label={word("receipt")} code="em_1" />
      </svg>
    </figure>
  );
}

type Part = "title" | "description" | "deliveryA" | "deliveryB" | "key" | "check" | "effect" | "receipt" | "free" | "taken";

function partName<Name extends Part>(name: Name) {
  return `lesson.pictures.two-deliveries.${name}` as const;
}

interface BoxProps {
  x: number;
  y: number;
  width: number;
  label: string;
  code: string;
  strong?: boolean;
}

function Box({ x, y, width, label, code, strong = false }: BoxProps) {
  const middle = x + width / 2;
  return (
    <g>
      <rect className={strong ? styles.strong : styles.box} x={x} y={y} width={width} height={54} />
      <text className={styles.label} x={middle} y={y + 22} textAnchor="middle">
        {label}
      </text>
      <text className={styles.code} x={middle} y={y + 41} textAnchor="middle">
        {code}
      </text>
    </g>
  );
}

/** Points down; the tip is at (x, y). */
function Arrow({ x, y }: { x: number; y: number }) {
  return <path className={styles.tip} d={`M${x - 4} ${y - 7}H${x + 4}L${x} ${y}Z`} />;
}
