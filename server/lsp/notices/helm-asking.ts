import type { ReleaseStack } from "../../core/values/release-stack.ts";
import { errorDetail } from "../../workspace/files/unforeseen-error.ts";
import type { ServerState } from "../state/state.ts";
import { describedIn } from "./entry-reports.ts";

/** The pause after the last change before Helm is asked, in milliseconds. */
const PAUSE_MS = 1000;

/** In the place of an address, the settings of the editor. */
export const SETTINGS = "";

/** Asks Helm about files after a pause in typing, and at once after a save. No request waits for the answers. */
export class HelmAsking {
  readonly #state: ServerState;
  readonly #answered: (uri: string) => void;
  readonly #pause: number;
  /** The files that Helm is still to be asked about, the last one changed at the end. */
  readonly #files = new Set<string>();
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  /** `answered` is called when Helm has answered about the present state of a file. */
  constructor(state: ServerState, answered: (uri: string) => void, pause = PAUSE_MS) {
    this.#state = state;
    this.#answered = answered;
    this.#pause = pause;
  }

  /** A file was opened or changed: Helm is asked when nothing has changed for a while, and what it is asked now is out of date. */
  changed(uri: string): void {
    this.#plan(uri, this.#pause);
  }

  /** A file was saved. */
  saved(uri: string): void {
    this.#plan(uri, 0);
  }

  /** Asks nothing any more. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#waiting);
    this.#state.workspace.verdicts?.stop();
  }

  #plan(uri: string, milliseconds: number): void {
    const { verdicts } = this.#state.workspace;
    if (!verdicts || this.#stopped) return;
    this.#files.delete(uri);
    this.#files.add(uri);
    verdicts.stop();
    clearTimeout(this.#waiting);
    const waiting = setTimeout(async () => {
      for (const next of [...this.#files].reverse()) {
        await this.#ask(next);
        // The question that was planned meanwhile is about the rest.
        if (this.#waiting !== waiting) return;
        this.#files.delete(next);
      }
    }, milliseconds);
    this.#waiting = waiting;
  }

  async #ask(uri: string): Promise<void> {
    try {
      await this.#askAbout(uri);
    } catch (error) {
      // Not translated: for the log.
      this.#state.log.error(`Asking Helm about ${uri} failed: ${errorDetail(error)}`);
    }
  }

  async #askAbout(uri: string): Promise<void> {
    const { isTrusted, settings, workspace } = this.#state;
    const { verdicts, charts } = workspace;
    if (!isTrusted || !settings(uri).helmTemplate.enable || !settings(uri).diagnostics.enable) return;
    // At first, a chart is known only in part.
    await this.#stacks(uri);
    await charts.settled;
    for (const stack of await this.#stacks(uri)) {
      if (!verdicts || this.#stopped) return;
      const before = verdicts.of(stack);
      const verdict = await verdicts.ask(stack);
      if (verdict && verdict !== before && !this.#stopped) this.#answered(uri);
    }
  }

  /** The values that Helm is asked about because a file is open. */
  async #stacks(uri: string): Promise<readonly ReleaseStack[]> {
    const { open, workspace } = this.#state;
    const file = await open(uri);
    const { stack } = file?.analysis ?? {};
    if (!stack) return describedIn(workspace.releases, uri);
    return file?.ownership.strength === "certain" ? [stack] : [];
  }
}
