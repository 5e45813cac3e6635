import { type Event, parseEvents, YAMLException } from "js-yaml";
import type { Failure } from "./patch.ts";

/** What js-yaml reads in a text, or why and where it stops. */
export function eventsOf(text: string, maxDepth: number): Event[] | Failure {
  try {
    return parseEvents(text, { maxDepth });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return { reason: error.reason, at: Math.min(error.mark?.position ?? text.length, text.length) };
  }
}
