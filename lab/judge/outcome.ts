import type { JudgedCase } from "./cases.ts";
import type { EditorVerdict } from "./editor.ts";

/** The combinations of the editor's and the judge's verdicts on a file. */
export const OUTCOMES = [
  "agree-refused",
  "refused, only warned",
  "agree-accepted",
  "error-but-accepted",
  "refused-but-silent",
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** A refusal of the real programs. */
export interface Refusal {
  readonly by: "Helm" | "the API server";
  readonly message: string;
}

/** A file that was judged. */
export interface Judged {
  readonly asked: JudgedCase;
  readonly editor: EditorVerdict;
  /** Absent if Helm rendered it and the API server took all objects. */
  readonly refusal?: Refusal;
  readonly outcome: Outcome;
}

/** Combines a verdict and a refusal. No refused file may pass without a warning. */
export function outcomeOf({ errors, warnings }: EditorVerdict, refusal: Refusal | undefined): Outcome {
  if (!refusal) return errors.length > 0 ? "error-but-accepted" : "agree-accepted";
  if (errors.length > 0) return "agree-refused";
  return warnings.length > 0 ? "refused, only warned" : "refused-but-silent";
}
