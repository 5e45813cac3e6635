import type { Io } from "../output/io.ts";
import type { FileReport } from "../output/report.ts";
import { type TerminalText, terminal } from "../output/terminal-text.ts";

const PATIENCE_MS = 1000;
const PAUSE_MS = 100;
const CLEAR = "\r\u001b[K" as TerminalText;

/** Shows on a terminal the progress of a run, once it has taken longer than a second. */
export class Progress {
  readonly #io: Io;
  readonly #all: number;
  #reported = performance.now() + PATIENCE_MS - PAUSE_MS;
  #done = 0;
  #isShown = false;

  constructor(io: Io, all: number) {
    this.#io = io;
    this.#all = all;
  }

  /** Another file is done. If a message about it follows, the line goes first. */
  step(report: FileReport): void {
    this.#done += 1;
    if (report.state !== "checked" || report.findings.length > 0) this.clear();
    if (!this.#io.isErrTerminal || performance.now() - this.#reported < PAUSE_MS) return;
    this.#reported = performance.now();
    this.#isShown = true;
    this.#io.err(terminal`${CLEAR}Checked ${this.#done} of ${this.#all} files.`);
  }

  /** Takes the line away, so that something else can be written. */
  clear(): void {
    if (this.#isShown) this.#io.err(CLEAR);
    this.#isShown = false;
  }
}
