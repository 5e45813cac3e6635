import type { Origin, Span } from "./helm-tree.ts";
import type { HelmMajor } from "./refusal.ts";

/** The flags that set values on the command line, in the order in which Helm applies them. */
export const SET_FLAGS = ["set-json", "set", "set-string", "set-file", "set-literal"] as const;
export type SetFlag = (typeof SET_FLAGS)[number];

/** One value of one flag: what follows `--set`. */
export interface SetEntry {
  readonly flag: SetFlag;
  readonly text: string;
}

/** What applying an entry needs to know. */
export interface SetContext {
  readonly helm: HelmMajor;
  /** Makes the origin of what the entry sets; both spans are in the entry's text. */
  readonly originOf: (key: Span, value: Span) => Origin;
  /** The content of a file that `--set-file` names; `undefined` if it cannot be read. */
  readonly readFile?: ((path: string) => string | undefined) | undefined;
}
