import { type Event, parseEvents, YAMLException } from "js-yaml";
import type { Failure } from "./patch.ts";
import { reasonOf } from "./syntax-reasons.ts";

/** What js-yaml reads in a text, or why and where it stops. */
export function eventsOf(text: string, maxDepth: number): Event[] | Failure {
  try {
    return parseEvents(text, { maxDepth });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const at = Math.min(error.mark?.position ?? text.length, text.length);
    return { reason: reasonOf(error.reason) ?? "other", words: error.reason, at };
  }
}
