import type { Event } from "./event.ts";
import { HelmStops, type ReadingMode } from "./helm-cursor.ts";
import { readHelmEvents } from "./helm-events.ts";
import type { Failure } from "./patch.ts";
import { syntaxReason } from "./syntax-reasons.ts";

/** The reason for which Helm stops reading, in the words of its reader, and the offset. */
interface HelmFailure {
  readonly reason: string;
  readonly offset: number;
  /** True if newer YAML stops there, too. */
  readonly isFinal: boolean;
}

const TOO_DEEP = "nesting exceeded";

/** The events of a text. */
export interface Events {
  readonly events: readonly Event[];
  /** Set if Helm refuses the text although it is valid YAML. */
  readonly refusal?: HelmFailure;
}

/** The longest text whose events are kept, in characters. */
const LONGEST_KEPT = 1000;

/** The characters of the texts whose events are kept: about those of a long file, each of whose entries is a text. */
const MOST_KEPT = 400_000;

/** The fixed size of a text, however short, in characters. */
const SIZE_OF_ANY = 100;

/** The events of the texts that were read last, by depth and text. */
const kept = new Map<string, Events | Failure>();
let sizeOfKept = 0;

/**
 * Reads a text as Helm does. If Helm refuses only constructs that newer YAML allows, gives the events of newer YAML and the
 * refusal of Helm; otherwise the reason and offset of the failure. To try a fix out or to repair a text, nearly all of its entries are read again:
 * the results for short texts are kept for a while.
 */
export function eventsOf(text: string, maxDepth: number): Events | Failure {
  if (text.length > LONGEST_KEPT) return readEvents(text, maxDepth);
  // The space ends the number: a text may begin with a digit.
  const key = `${maxDepth} ${text}`;
  const known = kept.get(key);
  if (known) return known;
  const events = readEvents(text, maxDepth);
  sizeOfKept += text.length + SIZE_OF_ANY;
  if (sizeOfKept > MOST_KEPT) {
    kept.clear();
    sizeOfKept = text.length + SIZE_OF_ANY;
  }
  kept.set(key, events);
  return events;
}

function readEvents(text: string, maxDepth: number): Events | Failure {
  const helm = helmEvents(text, maxDepth);
  if (!("reason" in helm)) return { events: helm };
  // Brackets that are never closed hold all the others below them, unless indentation counts.
  const isTooDeep = helm.reason === TOO_DEEP;
  const read =
    helm.isFinal && !isTooDeep ? helm : helmEvents(text, maxDepth, { tolerant: true, indented: isTooDeep });
  if (!("reason" in read)) return { events: read, refusal: helm };
  const { reason: words, offset } = read;
  return { reason: syntaxReason(words, text, offset), words, offset: Math.min(offset, text.length) };
}

/** The events that Helm reads from a text, or the failure at which it stops; a tolerant mode goes on where newer YAML does. */
export function helmEvents(
  text: string,
  maxDepth: number,
  mode: ReadingMode = {},
): readonly Event[] | HelmFailure {
  try {
    return readHelmEvents(text, maxDepth, mode);
  } catch (error) {
    if (!(error instanceof HelmStops)) throw error;
    return { reason: error.reason, offset: error.offset, isFinal: error.isFinal };
  }
}
