import type { RecoveryAction } from "../../../client/helm/recovery.ts";

/** A recovery action in a word, for test tables. */
export function recoveryWords(action: RecoveryAction): string {
  switch (action.do) {
    case "run":
      return action.command;
    case "set":
      return `setting ${action.setting}`;
    case "type":
      return `$ ${action.line}`;
    default:
      return action.do;
  }
}
