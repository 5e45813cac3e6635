import type { Ownership } from "../../core/ownership/claims.ts";
import { textForm } from "../../workspace/files/text-files.ts";

/** The reason why a file that a person named is left out, and the way to have it checked, as the end of a sentence that begins with its name. */
export function notChecked(file: string, ownership: Pick<Ownership, "explanation" | "reason">): string {
  return notCheckedBecause(reasonAndRemedy(file, ownership));
}

/** The reason why a file is not checked, a sentence, as the end of a sentence that begins with its name. */
export function notCheckedBecause(reason: string): string {
  return `was not checked. ${reason.replace(/\.$/, "")}`;
}

/** The reason why a file that a person named is left out, and the way to have it checked. */
export function reasonAndRemedy(
  file: string,
  { explanation, reason }: Pick<Ownership, "explanation" | "reason">,
): string {
  if (reason === "modeline-off" || textForm(file) !== undefined) return explanation;
  return `${explanation} If it has values of the operator, begin it with the comment # cap-operator: values.`;
}
