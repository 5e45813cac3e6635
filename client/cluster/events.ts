import * as l10n from "@vscode/l10n";
import { get } from "../kubectl/calls.ts";
import type { ClusterObject } from "../kubectl/cluster-object.ts";
import { numberAt, recordAt, textAt } from "../kubectl/json-access.ts";
import type { ClusterTarget } from "../kubectl/target.ts";
import type { Invocation } from "../ports/programs.ts";
import { redactText } from "../texts/redact.ts";

export interface WarningEvent {
  /** The time of the last occurrence, in the cluster's notation. */
  readonly time: string;
  /** Kind and name, such as `Pod/cap-operator-webhook-5d9c`. */
  readonly object: string;
  readonly reason: string;
  /** Includes the number of occurrences. */
  readonly message: string;
}

const SHOWN = 30;

/** The newest warnings of a namespace, newest first (Kubernetes: core/v1 Event, kept for an hour by default). */
export function readEvents(target: ClusterTarget): Invocation<readonly WarningEvent[]> {
  const { parse, ...call } = get(target, "events");
  return { ...call, parse: (stdout) => warningsAmong(parse(stdout)) };
}

function warningsAmong(objects: readonly ClusterObject[]): WarningEvent[] {
  return objects
    .filter((event) => textAt(event, "type") === "Warning")
    .map(warningOf)
    .sort((a, b) => b.time.localeCompare(a.time))
    .slice(0, SHOWN);
}

function warningOf(event: ClusterObject): WarningEvent {
  const about = recordAt(event, "involvedObject");
  const count = numberAt(event, "count", 1);
  const message = redactText(textAt(event, "message") ?? "");
  return {
    time:
      textAt(event, "lastTimestamp") ??
      textAt(event, "eventTime") ??
      textAt(event.metadata, "creationTimestamp") ??
      "",
    object: `${textAt(about, "kind") ?? ""}/${textAt(about, "name") ?? ""}`,
    reason: textAt(event, "reason") ?? "",
    message: count > 1 ? l10n.t("{0} ({1} times)", message, count) : message,
  };
}
