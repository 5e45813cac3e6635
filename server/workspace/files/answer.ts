/**
 * The answer of something outside of this program. `switch` over `is` makes a caller handle all three: to take "unknown" for "yes" would report that
 * nothing is wrong without having looked.
 */
export type Answer<Yes, No, Unknown> =
  | ({ readonly is: "yes" } & Yes)
  | ({ readonly is: "no" } & No)
  | { readonly is: "unknown"; readonly why: Unknown };

/** The reason why a program that was found gave no answer. */
export type ProgramSilence =
  /** It was not started, or was ended by its caller, at a limit of time or of memory and output, or by the system. */
  | { readonly noAnswer: "not-started" | "stopped" | "too-long" | "too-much" | "killed" }
  /** It failed without an error of its own. `words` are what it wrote, one line; empty if it wrote nothing. */
  | { readonly noAnswer: "failed"; readonly exitCode: number; readonly words: string }
  /** It succeeded, and what it printed is not what it prints. */
  | { readonly noAnswer: "unreadable" };
