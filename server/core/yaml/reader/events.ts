import type { Event } from "./event.ts";
import { HelmStops, type ReadingMode } from "./helm-cursor.ts";
import { readHelmEvents } from "./helm-events.ts";
import type { Failure } from "./patch.ts";
import { reasonOf } from "./syntax-reasons.ts";

/** Why and where Helm stops reading; `reason` is worded as in its own reader. */
interface HelmFailure {
  readonly reason: string;
  readonly at: number;
}

const TOO_DEEP = "nesting exceeded";

/** What was read from a text. */
export interface Events {
  readonly events: readonly Event[];
  /** Why Helm does not read the text although it is valid YAML. */
  readonly refusal?: HelmFailure;
}

/**
 * What Helm reads from a text. If Helm refuses the text only for what newer YAML allows, what that makes of it, and why Helm
 * refuses it; otherwise why and where the text is broken.
 */
export function eventsOf(text: string, maxDepth: number): Events | Failure {
  const helm = helmEvents(text, maxDepth);
  if (!("reason" in helm)) return { events: helm };
  // Brackets that are never closed hold all the others below them, unless indentation counts.
  const read = helmEvents(text, maxDepth, { tolerant: true, indented: helm.reason === TOO_DEEP });
  if (!("reason" in read)) return { events: read, refusal: helm };
  const { reason: words, at } = read;
  return { reason: reasonOf(words, text, at), words, at: Math.min(at, text.length) };
}

/** What Helm reads from a text, or why and where it stops; how far it goes on is up to the mode. */
export function helmEvents(
  text: string,
  maxDepth: number,
  mode: ReadingMode = {},
): readonly Event[] | HelmFailure {
  try {
    return readHelmEvents(text, maxDepth, mode);
  } catch (error) {
    if (!(error instanceof HelmStops)) throw error;
    return { reason: error.reason, at: error.at };
  }
}
