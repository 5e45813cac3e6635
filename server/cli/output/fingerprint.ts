import { createHash } from "node:crypto";
import type { Finding } from "./report.ts";

/** The parts of a finding that its fingerprint is made of. */
type PrintedFinding = Pick<Finding, "code" | "message" | "range" | "excerpt">;

/**
 * Makes fingerprints: the same finding has the same one as long as its file, its rule and the text of its line stay, also if the line moves. Of
 * several alike in one file, each has its own, in their order.
 */
export class Fingerprints {
  readonly #seen = new Map<string, number>();

  /** The fingerprint of the next finding in a file, whose path must be the same on all machines. */
  next(path: string, { code = "", message, range, excerpt }: PrintedFinding): string {
    const line = excerpt.lines[range.start.line - excerpt.first] ?? "";
    const content = JSON.stringify([path, code, message, line.trim()]);
    const count = this.#seen.get(content) ?? 0;
    this.#seen.set(content, count + 1);
    return createHash("sha256").update(`${count} ${content}`).digest("hex").slice(0, 32);
  }
}
