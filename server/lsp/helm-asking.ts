import type { SettingsFor } from "../core/settings.ts";
import type { HelmComplaint } from "../core/values/helm-verdict.ts";
import type { ReleaseStack } from "../core/values/release-stack.ts";
import type { HelmVerdicts } from "../workspace/helm-verdicts.ts";
import type { OpenFile } from "../workspace/open-files.ts";
import type { HelmSays } from "./protocol.ts";

/** What is needed to ask Helm about open files. */
export interface HelmAskingPorts {
  /** Absent in a host that runs no programs. */
  readonly verdicts: HelmVerdicts | undefined;
  readonly isTrusted: () => boolean;
  readonly settings: SettingsFor;
  readonly open: (uri: string) => Promise<OpenFile | undefined>;
  /** The releases with entries that a file with the settings of a project describes, or the settings themselves: those that have no files. */
  readonly described: (uri: string) => Promise<readonly ReleaseStack[]>;
  /** Called when Helm has answered about the present state of a file. */
  readonly answered: (uri: string) => void;
  /** Settles when all is known of the charts that files have named. */
  readonly settled: () => Promise<unknown>;
  readonly log: { error(message: string): void };
  /** How long nobody must have typed before Helm is asked, in milliseconds; 1000 if it is left out. */
  readonly pause?: number;
}

const PAUSE_MS = 1000;

/** In the place of an address, the settings of the editor. */
export const SETTINGS = "";

/** Asks Helm about files after a pause while somebody types, and at once after a save. Nobody waits for the answers. */
export class HelmAsking {
  readonly #ports: HelmAskingPorts;
  /** The files that Helm is still to be asked about, the last one changed at the end. */
  readonly #files = new Set<string>();
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(ports: HelmAskingPorts) {
    this.#ports = ports;
  }

  /** A file was opened or changed: Helm is asked when nothing has changed for a while, and what it is asked now is out of date. */
  changed(uri: string): void {
    this.#plan(uri, this.#ports.pause ?? PAUSE_MS);
  }

  /** A file was saved. */
  saved(uri: string): void {
    this.#plan(uri, 0);
  }

  /** What is said of Helm in the status of a file; `undefined` if the file has no values. */
  says({ analysis, ownership }: OpenFile): HelmSays | undefined {
    const { verdicts, settings, isTrusted } = this.#ports;
    const { stack } = analysis;
    if (!stack || ownership.strength !== "certain") return undefined;
    if (!verdicts) return { state: "no-programs" };
    if (!settings(analysis.text.uri).helmTemplate.enable) return { state: "switched-off" };
    if (!isTrusted()) return { state: "not-trusted" };
    const state = verdicts.whyNot(stack);
    if (state) return { state };
    const known = verdicts.last(stack);
    if (!known) return { state: "not-asked" };
    const old = verdicts.of(stack) ? {} : ({ isOld: true } as const);
    if ("renders" in known.answer) return { state: "renders", ...old };
    if ("noAnswer" in known.answer) {
      const { noAnswer: state, ...more } = known.answer;
      return old.isOld ? { state: "not-asked" } : ({ state, ...more } as HelmSays);
    }
    return { state: "refuses", words: known.complaints[0]?.words ?? "", ...old };
  }

  /** What Helm has said of these very values, where it may be asked. */
  complaints(stack: ReleaseStack): readonly HelmComplaint[] {
    const { verdicts, isTrusted, settings } = this.#ports;
    if (!isTrusted() || !settings(stack.files[0]?.uri).helmTemplate.enable) return [];
    return verdicts?.of(stack)?.complaints ?? [];
  }

  /** Asks nothing any more. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#waiting);
    this.#ports.verdicts?.stop();
  }

  #plan(uri: string, milliseconds: number): void {
    if (!this.#ports.verdicts || this.#stopped) return;
    this.#files.delete(uri);
    this.#files.add(uri);
    this.#ports.verdicts.stop();
    clearTimeout(this.#waiting);
    const waiting = setTimeout(async () => {
      for (const next of [...this.#files].reverse()) {
        await this.#ask(next);
        // What was planned meanwhile asks about the rest.
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
      this.#ports.log.error(`Asking Helm about ${uri} failed: ${String(error)}`);
    }
  }

  async #askAbout(uri: string): Promise<void> {
    const { verdicts, answered, isTrusted, settings } = this.#ports;
    if (!isTrusted() || !settings(uri).helmTemplate.enable || !settings(uri).diagnostics.enable) return;
    // What is known of a chart at first is not all of it.
    await this.#stacks(uri);
    await this.#ports.settled();
    for (const stack of await this.#stacks(uri)) {
      if (!verdicts || this.#stopped) return;
      const before = verdicts.of(stack);
      const verdict = await verdicts.ask(stack);
      if (verdict && verdict !== before && !this.#stopped) answered(uri);
    }
  }

  /** The values that Helm is asked about because a file is open. */
  async #stacks(uri: string): Promise<readonly ReleaseStack[]> {
    const { open, described } = this.#ports;
    const file = await open(uri);
    const { stack } = file?.analysis ?? {};
    if (!stack) return described(uri);
    return file?.ownership.strength === "certain" ? [stack] : [];
  }
}
