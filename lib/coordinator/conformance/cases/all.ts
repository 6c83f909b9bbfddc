import type { ConformanceCase } from "../conformance";
import { completeCases } from "./complete";
import { coordinatorCases } from "./coordinator";
import { clockCases, expiryCases } from "./expiry";
import { corruptionCases, faultCases } from "./faults";
import { fingerprintCases } from "./fingerprint";
import { leaseCases, releaseCases, renewCases } from "./lease";
import { modelCases } from "./model";
import { reserveCases } from "./reserve";
import { transactionalCases } from "./transactional";
import { waitingCases } from "./waiting";

/** All cases, A to N. */
export const allCases: readonly ConformanceCase[] = [
  ...reserveCases,
  ...completeCases,
  ...leaseCases,
  ...renewCases,
  ...releaseCases,
  ...fingerprintCases,
  ...expiryCases,
  ...clockCases,
  ...faultCases,
  ...waitingCases,
  ...corruptionCases,
  ...transactionalCases,
  ...modelCases,
  ...coordinatorCases,
];
