import { readFileSync } from "node:fs";

/** Answers of the API server's validation, see README.md. */
export interface Recorded {
  readonly apimachinery: string;
  readonly kubernetes: string;
  readonly quantities: readonly { readonly json: string | number; readonly value: string | null }[];
  /** For each amount of the list in its order: less, equal or greater. */
  readonly comparisons: readonly { readonly amount: string; readonly signs: string }[];
  readonly texts: Readonly<Record<string, readonly { readonly text: string; readonly valid: boolean }[]>>;
  /** The refused fields of each object. */
  readonly objects: Readonly<Record<string, readonly RecordedObject[]>>;
}

/** An object and the fields of it that are refused. */
export interface RecordedObject {
  readonly object: unknown;
  readonly errors: readonly string[];
}

/** The committed answers. */
export const RECORDED: Recorded = JSON.parse(readFileSync(new URL("recorded.json", import.meta.url), "utf8"));
