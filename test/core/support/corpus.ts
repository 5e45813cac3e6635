import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { DocumentKind } from "../../../server/core/wire/documents.ts";
import { exampleWorkspace } from "../../support/repository.ts";

/** A text of the corpus. */
export interface CorpusFile {
  readonly name: string;
  readonly kind: DocumentKind;
  readonly text: string;
}

const fixtures = path.join(import.meta.dirname, "../fixtures");

/** Files as people write them, in which nothing is wrong. */
export const GOOD_FILES: readonly CorpusFile[] = [...filesIn("values"), ...filesIn("operator")];

/** The same text with Windows line breaks. */
export function withCarriageReturns({ name, kind, text }: CorpusFile): CorpusFile {
  return { name: `${name} with carriage returns`, kind, text: text.replace(/\r?\n/g, "\r\n") };
}

/** The example that holds a mistake of every kind. */
export const MISTAKES: string = readFileSync(path.join(exampleWorkspace, "mistakes-values.yaml"), "utf8");

function filesIn(kind: DocumentKind): CorpusFile[] {
  const folder = path.join(fixtures, kind);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .sort()
    .map((name) => ({ name, kind, text: readFileSync(path.join(folder, name), "utf8") }));
}
