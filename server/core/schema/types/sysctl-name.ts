import * as l10n from "@vscode/l10n";

const SEGMENT = /^[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?$/;
const MOST = 253;

/**
 * The reason why a text cannot be the name of a kernel setting, as the rest of a sentence; `undefined` if it can. The validation of
 * Kubernetes takes segments of lowercase letters, digits, `-` and `_`, with `.` or `/` between them (`IsValidSysctlName`).
 */
export function sysctlNameFault(text: string): string | undefined {
  if (text.length > MOST)
    return l10n.t("it has {0} characters, and at most {1} are allowed", text.length, MOST);
  if (text.split(/[./]/).every((segment) => SEGMENT.test(segment))) return undefined;
  return l10n.t('lowercase letters, digits, "-" and "_" are allowed, in parts with "." or "/" between them');
}
