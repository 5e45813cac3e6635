import { fileName } from "../../file-name.ts";
import type { Failure, FailureKind } from "../../helm/failure.ts";
import type { Ports } from "../../ports.ts";

/** A way on from a failure. */
export interface WayOn {
  readonly button: string;
  go(): Promise<void>;
}

/** What is at hand when something fails. */
export interface AtHand {
  /** The values files that Helm was given. */
  readonly values?: readonly string[];
  /** Does the same again, with all its questions. */
  readonly retry?: () => Promise<void>;
  /** Shows the state of the release. */
  readonly showStatus?: () => Promise<void>;
  /** Other ways on, shown first. */
  readonly ways?: readonly WayOn[];
  /** What has become of the release, between what happened and what to do. */
  readonly state?: string;
}

const ABOUT_VALUES: readonly FailureKind[] = [
  "values-refused",
  "values-unreadable",
  "invalid-object",
  "immutable-field",
  "admission-denied",
];
const ABOUT_PROGRAMS: readonly FailureKind[] = ["program-missing", "helm-too-old"];
const ABOUT_THE_RELEASE: readonly FailureKind[] = [
  "rollback-failed",
  "timeout",
  "rolled-back",
  "pending",
  "interrupted",
  "unknown",
];
const PASSING: readonly FailureKind[] = [
  "cluster-unreachable",
  "credentials",
  "registry-login",
  "webhook-down",
  "namespace-terminating",
  "timeout",
  "rolled-back",
  "disk",
];

/** Tells what failed and what to do, with the ways on that fit; the details go to the log. */
export async function tellFailure(ports: Ports, failure: Failure, atHand: AtHand = {}): Promise<void> {
  const { sentence, next, details = [] } = failure;
  ports.output.error([sentence, ...details].join("\n  "));
  const text = [sentence, atHand.state, next].filter((part) => part !== undefined && part !== "").join(" ");
  const ways = waysOn(ports, failure.kind, atHand);
  const pressed = await ports.prompts.error(`CAP Operator: ${text}`, ...ways.map(({ button }) => button));
  await ways.find(({ button }) => button === pressed)?.go();
}

function waysOn(ports: Ports, kind: FailureKind, atHand: AtHand): readonly WayOn[] {
  const { values = [], retry, showStatus, ways = [] } = atHand;
  const found: WayOn[] = [...ways];
  const [file] = values;
  if (file !== undefined && ABOUT_VALUES.includes(kind)) {
    const button = values.length === 1 ? `Open ${fileName(file)}` : "Open Values File";
    found.push({ button, go: () => ports.editor.openAt(file) });
  }
  if (ABOUT_PROGRAMS.includes(kind)) {
    found.push({ button: "Open Settings", go: () => ports.settings.show("capOperator.helmPath") });
  }
  if (retry !== undefined && PASSING.includes(kind)) found.push({ button: "Retry", go: retry });
  if (showStatus !== undefined && ABOUT_THE_RELEASE.includes(kind)) {
    found.push({ button: "Show Status", go: showStatus });
  }
  found.push({ button: "Show Output", go: async () => ports.output.show() });
  return found;
}
