import { readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import type { Mutant } from "./mutations.ts";

/** A mutant with which nobody could see a difference. */
interface Equivalent {
  readonly file: string;
  /** As in the report, so that the entry holds when lines move. */
  readonly change: string;
  readonly reason: string;
}

const KNOWN = load(
  readFileSync(path.join(import.meta.dirname, "equivalent.yaml"), "utf8"),
) as readonly Equivalent[];

/** The reason for which a mutant is equivalent to the code, if somebody has found that it is. */
export function reasonIfEquivalent({ file, change }: Mutant): string | undefined {
  return KNOWN.find((known) => known.file === file && known.change === change)?.reason;
}
