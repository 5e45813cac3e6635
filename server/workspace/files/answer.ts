/**
 * How something outside of this program answers a question. There are three answers, and `switch` over `is` makes a caller handle each: whoever
 * takes what could not be found out for a yes reports that nothing is wrong without having looked.
 */
export type Answer<Yes, No, Unknown> =
  | ({ readonly is: "yes" } & Yes)
  | ({ readonly is: "no" } & No)
  | { readonly is: "unknown"; readonly why: Unknown };

/** Why a program gave no answer, although one of its name was found. */
export type ProgramSilence =
  /** It was not started, or was ended: by who asked, at a limit of time or of memory and output, or by the system. */
  | { readonly noAnswer: "not-started" | "stopped" | "too-long" | "too-much" | "killed" }
  /** It failed without an error of its own. `words` are what it wrote, one line; empty if it wrote nothing. */
  | { readonly noAnswer: "failed"; readonly exitCode: number; readonly words: string }
  /** It succeeded, and what it printed is not what it prints. */
  | { readonly noAnswer: "unreadable" };
