import type { Fault } from "../yaml/fault.ts";
import type { Span } from "./helm-tree.ts";

/** The two generations of Helm; they read a file with several documents differently. */
export type HelmMajor = 3 | 4;

/** The fault for which Helm does not accept a source, with its span in the text. */
export interface Refusal extends Span {
  readonly fault: Fault;
}

/** Makes the refusal of a span. */
export function refusal(fault: Fault, { offset, length }: Span): Refusal {
  return { fault, offset, length };
}
