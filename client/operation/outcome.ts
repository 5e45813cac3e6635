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

/** The facts for the message and the page about a failure. */
export interface FailureContext {
  /** The values files that Helm was given. */
  readonly values?: readonly string[];
  /** The values that the language server is asked about; absent if there is no values file. */
  readonly of?: ValuesOf;
  /** The chart that Helm was given, as it says itself. */
  readonly given?: ObjectsOf["chart"];
  readonly release?: ReleaseRef;
  /** Actions that the operation offers, shown first. */
  readonly actions?: readonly MessageAction[];
  /** The state of the release afterwards, as a sentence: `Nothing was changed.` */
  readonly outcome?: string;
  /** The same as a sentence, for the page. */
  readonly state?: string;
  /** Further facts as parts of a page; only gathered when the person wants to see them. */
  readonly more?: () => Promise<readonly Markdown[]>;
  /** The target of the operation if it is run again. */
  readonly from?: string;
  /** The name of the button that starts the same again. */
  readonly retryAs?: string;
  /** The urgency; an error if absent. */
  readonly tone?: "info" | "warning";
}

/** The context of an operation, for all failures in it. */
export interface OperationContext extends FailureContext {
  readonly target: ClusterTarget;
  /** The activity, in the language of the editor, such as `preparing the rollback`. */
  readonly doing: string;
  readonly chart: ChartRef;
  /** Adapts a failure to the input that the person can correct. */
  readonly adapt: (failure: Failure) => Failure;
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
