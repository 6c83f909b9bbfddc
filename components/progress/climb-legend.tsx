import { StateDotIcon } from "@/components/progress/state-dot";
import type { Translator } from "@/lib/i18n";

/** What the three kinds of dots mean, in words beside the dot. */
export function ClimbLegend({ t }: { t: Translator }) {
  return (
    <ul aria-label={t("map.legend.label")} className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-2 text-ink-2 tablet:ml-[8.8%]">
      {(["right-first", "wrong", "open"] as const).map((state) => (
        <li key={state} className="flex items-center gap-2">
          <StateDotIcon state={state} />
          {t(`map.legend.${state === "right-first" ? "right" : state === "open" ? "ahead" : "wrong"}`)}
        </li>
      ))}
    </ul>
  );
}
