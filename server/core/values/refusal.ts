import type { Fault } from "../yaml/fault.ts";
import type { Span } from "./helm-tree.ts";

/** The two generations of Helm; they read a file with several documents differently. */
export type HelmMajor = 3 | 4;

/** Why Helm does not accept a source, and where in its text the reason is. */
export interface Refusal extends Span {
  readonly fault: Fault;
}

/** What Helm refuses in a span, and why. */
export function refusal(fault: Fault, { offset, length }: Span): Refusal {
  return { fault, offset, length };
}
