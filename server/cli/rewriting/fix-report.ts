import { shownPath } from "../../workspace/files/targets.ts";
import type { FileFinding } from "../../workspace/open/findings.ts";
import type { Io } from "../output/io.ts";
import { jsonText } from "../output/runner-commands.ts";
import { joined, plain, type TerminalText, terminal } from "../output/terminal-text.ts";
import { findingJson } from "../reporters/json.ts";
import { counted, countsText } from "../reporters/text.ts";
import type { Change, RewriteOptions } from "./rewrite-files.ts";

/** The findings of a file that are gone, and those that are left. */
interface FixedFile {
  readonly path: string;
  /** Its texts only where they are printed at the end: there may be thousands of files. */
  readonly change?: Change | "made";
  readonly fixed: readonly FileFinding[];
  readonly remaining: readonly FileFinding[];
}

/** The changes of a run of `fix` in files, and the findings that are left. */
export class FixReport {
  readonly #options: RewriteOptions & { readonly unsafe?: boolean };
  readonly #io: Io;
  readonly #files: FixedFile[] = [];

  constructor(options: RewriteOptions & { readonly unsafe?: boolean }, io: Io) {
    this.#options = options;
    this.#io = io;
  }

  /** Takes the findings that are left in a file that is not changed. */
  left(path: string, remaining: readonly FileFinding[]): void {
    this.#files.push({ path, fixed: [], remaining });
  }

  /** Takes the findings of a file before and after a change. Writes those that are gone, a line each. */
  fixed(change: Change, before: readonly FileFinding[], after: readonly FileFinding[]): void {
    const [goneHere, newHere] = apart(before, after, (one) => `${one.range.start.line} ${findingKey(one)}`);
    // The text above may have become longer.
    const [gone] = apart(goneHere, newHere, findingKey);
    const kept = this.#options.output === "json" ? change : "made";
    this.#files.push({ path: change.path, change: kept, fixed: gone, remaining: after });
    const lines = gone.map(({ range: { start }, code, message }) => {
      const rule = code === undefined ? [] : [plain(code)];
      return terminal`  ${joined([plain(`${start.line + 1}:${start.character + 1}`), ...rule, plain(message)], " ")}\n`;
    });
    const head = this.#options.dryRun ? [terminal`${plain(change.path)} would be fixed.\n`] : [];
    this.#write(joined([...head, ...lines], ""));
  }

  /** Writes numbers of findings that were fixed and are left in all files, if any; as JSON, all of them. Returns `true` if errors are left. */
  end(): boolean {
    const counts = { error: 0, warning: 0, information: 0, hint: 0 };
    for (const { severity } of this.#files.flatMap(({ remaining }) => remaining)) counts[severity] += 1;
    const changed = this.#files.filter(({ change }) => change).length;
    const fixed = this.#files.reduce((sum, file) => sum + file.fixed.length, 0);
    if (this.#options.output === "json") {
      const files = this.#files.map((file) => this.#json(file));
      this.#io.out(jsonText({ files, summary: { changed, fixed, counts } }));
    } else {
      const left = countsText(counts);
      const much = `${counted(fixed, "problem")} in ${counted(changed, "file")}`;
      const [some, none] = this.#options.dryRun
        ? [`Would fix ${much}.`, "Nothing would be fixed."]
        : [`Fixed ${much}.`, "Nothing was fixed."];
      if (changed > 0 || left !== "")
        this.#write(terminal`${plain(`${changed > 0 ? some : none} Remaining: ${left || "none"}.`)}\n`);
    }
    return counts.error > 0;
  }

  /** A patch is for other programs, so the summary is written elsewhere. */
  #write(text: TerminalText): void {
    const { output, dryRun } = this.#options;
    if (output !== "json") this.#io[dryRun ? "err" : "out"](text);
  }

  #json({ path, change, fixed, remaining }: FixedFile): object {
    const { isWritten = false, patch, text } = typeof change === "object" ? change : {};
    const json = (finding: FileFinding) => findingJson(finding, (file) => shownPath(file, this.#io.cwd));
    const gone = ({ fixes, ...finding }: FileFinding) => {
      const fix =
        fixes.find(({ isSafe }) => isSafe) ??
        (this.#options.unsafe ? fixes.find(({ isPreferred }) => isPreferred) : undefined);
      return { ...json({ ...finding, fixes: [] }), ...(fix && { fix: fix.title }) };
    };
    const texts = { ...(patch && { patch: patch() }), ...(text !== undefined && { text }) };
    return { path, written: isWritten, ...texts, fixed: fixed.map(gone), remaining: remaining.map(json) };
  }
}

function findingKey({ code = "", message }: FileFinding): string {
  return `${code} ${message}`;
}

/** The findings that are only in the first and only in the second of two lists, by a key. */
function apart(
  first: readonly FileFinding[],
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
  return [without(first, other), without(other, first)];
}
