import type { ObjectsOf, ValuesOf } from "../../server/lsp/protocol.ts";
import type { Failure } from "../helm/failures/row.ts";
import type { ChartRef, ReleaseRef } from "../helm/release.ts";
import type { ClusterTarget } from "../kubectl/target.ts";
import type { Markdown } from "../texts/markdown.ts";

export interface MessageAction {
  readonly button: string;
  go(): Promise<void>;
}

export type Outcome =
  | { readonly end: "done" }
  | { readonly end: "cancelled" }
  | { readonly end: "refused"; readonly failure: Failure };

/** The message about an operation that succeeded, with its buttons. */
export interface Done {
  readonly message: string;
  readonly actions?: readonly MessageAction[];
  /** Set if the person has to see to something. */
  readonly isWarning?: true;
}

/** The person pressed Cancel or dismissed a question. Nothing was changed, and nothing is shown. */
export class Cancelled extends Error {
  constructor() {
    // Not translated: a line of the log.
    super("Cancelled before anything was changed.");
  }
}

/** The operation cannot continue; the person is shown why, with actions that help. */
export class Refused extends Error {
  readonly failure: Failure;
  readonly context: FailureContext;

  constructor(failure: Failure, context: FailureContext = {}) {
    super(failure.sentence);
    this.failure = failure;
    this.context = context;
  }
}

/** Facts that the message about a failure and its buttons are made of. Those of a failure replace those of its operation. */
interface FailureFacts {
  readonly target?: ClusterTarget;
  readonly release?: ReleaseRef;
  /** The values files that Helm was given. */
  readonly values?: readonly string[];
  /** The values that the language server is asked about; absent if there is no values file. */
  readonly of?: ValuesOf;
  /** The chart that Helm was given, by its own name and version. */
  readonly given?: ObjectsOf["chart"];
  /** The state of the release afterwards, as a sentence: `Nothing was changed.` */
  readonly outcome?: string;
  /** The target of the operation if it is run again. */
  readonly from?: string;
}

/** The facts of an operation, for all failures in it. */
export interface OperationContext extends FailureFacts {
  /** The activity, in the language of the editor, such as `preparing the rollback`. */
  readonly doing?: string;
  readonly chart?: ChartRef;
  /** Adapts a failure to the input that the person can correct. */
  readonly adapt?: (failure: Failure) => Failure;
}

/** The facts of one failure, and how it is shown. */
export interface FailureContext extends FailureFacts {
  /** The urgency; an error if absent. */
  readonly tone?: "info" | "warning";
  /** Actions that the operation offers, shown first. */
  readonly actions?: readonly MessageAction[];
  /** The name of the button that starts the same again. */
  readonly retryAs?: string;
  /** The `outcome` as a sentence for the page. */
  readonly state?: string;
  /** Further facts as parts of a page; only gathered when the person wants to see them. */
  readonly more?: () => Promise<readonly Markdown[]>;
}

/** The person's answer; a dismissed question cancels the operation. */
export function answered<T>(answer: T | undefined): T {
  if (answer === undefined) throw new Cancelled();
  return answer;
}

/** Ends the operation unless the person agreed. */
export function agreed(isAgreed: boolean): void {
  if (!isAgreed) throw new Cancelled();
}

/** Stops the operation, with the problem, the next step, and buttons for it: those of the context, and recoveries, which are only shown where they are possible. */
export function refuse(
  sentence: string,
  next = "",
  context: FailureContext = {},
  recovery: Failure["recovery"] = [],
): never {
  throw new Refused({ kind: "refused", sentence, next, recovery }, context);
}
