import { mainRole, mostFaults, mostReceives, mostWorkers } from "@/components/lab/bounds-in-address";
import { fill } from "@/components/ui/fill";
import type { LabWords } from "@/components/lab/lab-words";
import { profilesOf, strikingFaults } from "@/lib/simulator/scenario/parts";
import { profileValues, type Bounds, type Scenario } from "@/lib/simulator/scenario/scenario";
import styles from "@/components/lab/lab.module.css";

interface BoundsSwitchesProps {
  scenario: Scenario;
  bounds: Bounds;
  change: (bounds: Bounds) => void;
  words: LabWords;
}

/** What the world of the run may do: how many workers, how often each fault, how the parts behave. */
export function BoundsSwitches({ scenario, bounds, change, words }: BoundsSwitchesProps) {
  const role = mainRole(scenario);
  const workers = bounds.processes[role] ?? 1;
  const setFault = (fault: keyof Bounds["faults"], count: number) => change({ ...bounds, faults: { ...bounds.faults, [fault]: count } });
  return (
    <div className={styles.switches}>
      <ul className={styles.budgets}>
        <li>
          <Dial
            value={workers}
            least={1}
            most={mostWorkers}
            name={words.workers}
            words={words}
            set={(count) => change({ ...bounds, processes: { ...bounds.processes, [role]: count } })}
          />
        </li>
        {strikingFaults(scenario).map((fault) => (
          <li key={fault}>
            <Dial
              value={bounds.faults[fault]}
              least={0}
              most={mostFaults}
              name={words.faults[fault]}
              words={words}
              set={(count) => setFault(fault, count)}
            />
          </li>
        ))}
        {bounds.maxReceive !== null && scenario.parts.includes("queue") && (
          <li>
            <Dial
              value={bounds.maxReceive}
              least={1}
              most={mostReceives}
              name={words.maxReceive}
              words={words}
              set={(count) => change({ ...bounds, maxReceive: count })}
            />
          </li>
        )}
      </ul>
      <div className={styles.profiles} role="group" aria-label={words.profiles}>
        {profilesOf(scenario.parts).map((name) => (
          <label key={name}>
            <span>{words.profileNames[name]}</span>
            <select
              value={bounds.profiles[name]}
              onChange={({ currentTarget }) => change({ ...bounds, profiles: { ...bounds.profiles, [name]: currentTarget.value } })}
            >
              {profileValues[name].map((value) => (
                <option key={value} value={value}>
                  {words.profileValues[`${name} ${value}`]}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </div>
  );
}

interface DialProps {
  value: number;
  least: number;
  most: number;
  name: string;
  words: LabWords;
  set: (value: number) => void;
}

function Dial({ value, least, most, name, words, set }: DialProps) {
  const step = (by: number, label: string, sign: string) => {
    const next = value + by;
    const possible = next >= least && next <= most;
    return (
      <button
        type="button"
        aria-label={fill(label, { what: name })}
        aria-disabled={!possible}
        onClick={possible ? () => set(next) : undefined}
      >
        {sign}
      </button>
    );
  };
  return (
    <span className={styles.dial} data-none={value === 0 || undefined}>
      {step(-1, words.less, "−")}
      <b>{value}</b>
      {step(1, words.more, "+")}
      <span>{name}</span>
    </span>
  );
}
