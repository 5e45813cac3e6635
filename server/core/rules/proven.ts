import { RULES } from "./table.ts";

/** True if Helm certainly refuses the errors of the rule with this code. A finding without a rule counts as certain. */
export function isProven(code: string | number | undefined): boolean {
  const rule = RULES.find((rule) => rule.code === code);
  return rule === undefined || rule.proven === true;
}
