import type { Span } from "./helm-tree.ts";

/** The two generations of Helm; they read a file with several documents differently. */
export type HelmMajor = 3 | 4;

/** Why Helm does not accept a source: a sentence, and where in its text the reason is. */
export interface Refusal extends Span {
  readonly message: string;
  /** Whether the sentence says that it is Helm 4 that refuses. */
  readonly saysHelm4?: boolean;
}

/** What Helm refuses in a span, and why. */
export function refusal(message: string, { offset, length }: Span): Refusal {
  return { message, offset, length };
}
