import type { EVENT_ID, Event as ParserEvent, ScalarEvent as ParserScalar } from "js-yaml";

/** A scalar, with its text as Helm has it. */
export interface ScalarEvent extends ParserScalar {
  readonly value: string;
}

/** A step through a document: something begins, or what began last ends. */
export type Event = Exclude<ParserEvent, { type: typeof EVENT_ID.SCALAR }> | ScalarEvent;
