import type { FailureRow } from "../failure-row.ts";
import { RETRY, terminal } from "../recovery.ts";

/** What this machine does not let a program do: the errors of the operating system, as Go writes them. */
export const machineFailures: readonly FailureRow[] = [
  {
    kind: "disk",
    pattern: /no space left on device|There is not enough space on the disk/,
    say: (_found, { run }) => ({
      sentence: `${run.program} could not write a file: the disk is full.`,
      next: "Free some space, then try again.",
      recovery: [RETRY],
    }),
  },
  {
    kind: "disk",
    pattern:
      /^(?:.*: )?(mkdir|open|create|rename|unlink|write) (.+?): (permission denied|not a directory|read-only file system|Access is denied\.?)/,
    say: ([, , path, why], { run }) => ({
      sentence: `${run.program} cannot use ${path}: ${why}.`,
      next: "Check who may write there; Helm's own folders are listed by: helm env",
      recovery: [terminal("helm", "env"), RETRY],
    }),
  },
];
