import { RULES } from "./table.ts";

/** Whether Helm certainly refuses what the rule with this code finds to be an error. What is found by no rule is taken for certain. */
export function isProven(code: string | number | undefined): boolean {
  const rule = RULES.find((one) => one.code === code);
  return rule === undefined || rule.proven === true;
}
