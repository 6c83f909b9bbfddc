import { canonical } from "@/lib/simulator/plain";
import { askBroker } from "./rabbit/real-broker";
import { brokerRules } from "./rabbit/rules";
import { simulateBroker } from "./rabbit/simulated-broker";

/** A rule of the queue on both sides. */
export interface CheckedRule {
  rule: string;
  /** As it is called in English. */
  name: string;
  agreed: boolean;
  simulated: string[];
  real: string[];
}

/** Plays every rule that RabbitMQ shares on a real server. @param program the file of the program of a consumer */
export async function checkRabbit(url: string, program: string, say: (line: string) => void): Promise<CheckedRule[]> {
  const checked: CheckedRule[] = [];
  for (const [index, rule] of brokerRules.entries()) {
    const simulated = simulateBroker(rule);
    const real = await askBroker(url, program, rule, `rule-${index + 1}`);
    const agreed = canonical(simulated) === canonical(real);
    if (!agreed) say(`DISAGREEMENT RabbitMQ, ${rule.name.en}\n  simulated: ${simulated.join(", ")}\n  real:      ${real.join(", ")}`);
    checked.push({ rule: rule.rule, name: rule.name.en, agreed, simulated, real });
  }
  return checked;
}
