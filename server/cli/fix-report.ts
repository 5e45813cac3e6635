import type { FileFinding } from "../workspace/findings.ts";
import type { Io } from "./io.ts";
import { counted, countsText } from "./reporters/text.ts";
import { joined, plain, type TerminalText, terminal } from "./terminal-text.ts";

/** What a run of `fix` changes in files, and what is left in them. */
export class FixReport {
  readonly #counts = { error: 0, warning: 0, information: 0, hint: 0 };
  #files = 0;
  #fixed = 0;

  /** Takes what is left in a file that is not changed. */
  left(found: readonly FileFinding[]): void {
    for (const { severity } of found) this.#counts[severity] += 1;
  }

  /** Takes what was wrong with a file before and after it was changed. Returns what is gone, a line each. */
  fixed(before: readonly FileFinding[], after: readonly FileFinding[]): TerminalText {
    this.left(after);
    const [goneHere, newHere] = apart(before, after, (one) => `${one.range.start.line} ${same(one)}`);
    // What is above may have become longer.
    const [gone] = apart(goneHere, newHere, same);
    this.#files += 1;
    this.#fixed += gone.length;
    const lines = gone.map(({ range: { start }, code, message }) => {
      const rule = code === undefined ? [] : [plain(code)];
      return terminal`  ${joined([plain(`${start.line + 1}:${start.character + 1}`), ...rule, plain(message)], " ")}\n`;
    });
    return joined(lines, "");
  }

  /** Writes what was fixed in all files and what is left, if anything. Returns whether errors are left. */
  end({ out }: Io): boolean {
    const left = countsText(this.#counts);
    const isFixed = this.#files > 0;
    const done = isFixed
      ? `Fixed ${counted(this.#fixed, "problem")} in ${counted(this.#files, "file")}.`
      : "Nothing was fixed.";
    if (isFixed || left !== "") out(terminal`${plain(`${done} Remaining: ${left || "none"}.`)}\n`);
    return this.#counts.error > 0;
  }
}

function same({ code = "", message }: FileFinding): string {
  return `${code} ${message}`;
}

/** What is only in the one and only in the other of two lists, by a key. */
function apart(
  one: readonly FileFinding[],
  other: readonly FileFinding[],
  keyOf: (finding: FileFinding) => string,
): [FileFinding[], FileFinding[]] {
  const without = (some: readonly FileFinding[], those: readonly FileFinding[]) => {
    const counts = new Map<string, number>();
    for (const each of those) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
    return some.filter((each) => {
      const count = counts.get(keyOf(each)) ?? 0;
      counts.set(keyOf(each), count - 1);
      return count <= 0;
    });
  };
  return [without(one, other), without(other, one)];
}
