const SEGMENT = /^[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?$/;
const MOST = 253;

/**
 * Why a text cannot be the name of a kernel setting, as the rest of a sentence; `undefined` if it can. The validation of Kubernetes
 * takes segments of lower-case letters, digits, `-` and `_`, with `.` or `/` between them (`IsValidSysctlName`).
 */
export function sysctlNameFault(text: string): string | undefined {
  if (text.length > MOST) return `it has ${text.length} characters, and at most ${MOST} are allowed`;
  if (text.split(/[./]/).every((segment) => SEGMENT.test(segment))) return undefined;
  return 'it consists of lower-case letters, digits, "-" and "_", in parts with "." or "/" between them';
}
