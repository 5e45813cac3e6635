import { EVENT_ID, getScalarValue, parseEvents, YAMLException } from "js-yaml";
import type { Event } from "./event.ts";
import { HelmStops } from "./helm-cursor.ts";
import { readHelmEvents } from "./helm-events.ts";
import type { Failure } from "./patch.ts";
import { reasonOf } from "./syntax-reasons.ts";

/** Why and where Helm stops reading; `reason` is worded as in its own reader. */
interface HelmFailure {
  readonly reason: string;
  readonly at: number;
}

/** What was read from a text. */
export interface Events {
  readonly events: readonly Event[];
  /** Why Helm does not read the text although it is valid YAML. */
  readonly refusal?: HelmFailure;
}

/**
 * What Helm reads from a text. If Helm refuses the text and js-yaml does not, what js-yaml reads, and why Helm refuses it.
 * If both refuse it, why and where js-yaml stops, because it looks further than Helm does.
 */
export function eventsOf(text: string, maxDepth: number): Events | Failure {
  const helm = helmEvents(text, maxDepth);
  if (!("reason" in helm)) return { events: helm };
  const read = parserEvents(text, maxDepth);
  return "reason" in read ? read : { events: read, refusal: helm };
}

/** What Helm reads from a text, or why and where it stops. */
export function helmEvents(text: string, maxDepth: number): readonly Event[] | HelmFailure {
  try {
    return readHelmEvents(text, maxDepth);
  } catch (error) {
    if (!(error instanceof HelmStops)) throw error;
    return { reason: error.reason, at: error.at };
  }
}

/** What js-yaml reads from a text, or why and where it stops. */
function parserEvents(text: string, maxDepth: number): readonly Event[] | Failure {
  try {
    return parseEvents(text, { maxDepth }).map((event) =>
      event.type === EVENT_ID.SCALAR
        ? { ...event, value: event.valueStart < 0 ? "" : getScalarValue(text, event) }
        : event,
    );
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const at = Math.min(error.mark?.position ?? text.length, text.length);
    return { reason: reasonOf(error.reason) ?? "other", words: error.reason, at };
  }
}
