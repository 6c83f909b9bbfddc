import { TwoDeliveries } from "@/components/lesson/pictures/two-deliveries";
import type { Translator } from "@/lib/i18n";

/** A picture of the closed list that lessons may name. */
export function Picture({ of, t }: { of: string; t: Translator }) {
  if (of !== "two-deliveries") throw new Error(`There is no picture ${of}. Run npm run content:check.`);
  return <TwoDeliveries t={t} />;
}
