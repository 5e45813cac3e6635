import type { LanguageService } from "../core/language-service.ts";
import { entryText } from "../core/semantics/release-values.ts";
import type { SeverityName } from "../core/settings.ts";
import type { ReleaseStack } from "../core/values/release-stack.ts";
import type { KnownRelease } from "../workspace/release-identity.ts";
import type { Releases } from "../workspace/releases.ts";
import type { EntryProblemsParams, ReportedEntry } from "./protocol.ts";

/** What is wrong with an entry of a release: with what it sets, or with how it is written. */
export interface EntryReport {
  readonly set: number;
  readonly severity: Exclude<SeverityName, "off">;
  readonly code?: string;
  readonly href?: string;
  readonly message: string;
  /** The message together with the entry, for places where the entry is not visible. */
  readonly sentence: string;
}

/** What is wrong with the entries of a release. */
export async function entryReports(service: LanguageService, stack: ReleaseStack): Promise<EntryReport[]> {
  if (stack.sets.length === 0) return [];
  const refused = service
    .stackProblems(stack)
    .flatMap(({ set, severity, message }) =>
      set === undefined ? [] : [{ set, severity, message, sentence: message }],
    );
  const found = (await service.entryProblems(stack)).map((problem) => ({
    ...problem,
    sentence: `${entryText(stack, problem.set)}: ${problem.message}`,
  }));
  return [...refused, ...found];
}

/** What is needed to keep a client informed. */
export interface EntryReporterPorts {
  readonly service: LanguageService;
  readonly releases: Releases;
  /** Settles when the settings are known. */
  readonly ready: () => Promise<void>;
  readonly send: (params: EntryProblemsParams) => Promise<void>;
  readonly logError: (message: string) => void;
}

/** How long to wait for a pause: nobody looks at the settings while typing elsewhere. */
const PAUSE_MS = 300;

/** Notifies a client that shows problems at the entries themselves, after each change that may affect them. */
export class EntryReporter {
  readonly #ports: EntryReporterPorts;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #told = "[]";
  #round = 0;

  constructor(ports: EntryReporterPorts) {
    this.#ports = ports;
  }

  /** Schedules a new check of all entries for when changes have stopped coming. */
  outdated(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#tell().catch((error: unknown) =>
        this.#ports.logError(`The entries of releases could not be checked: ${String(error)}`),
      );
    }, PAUSE_MS);
  }

  /** Sends no more notifications. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#round++;
  }

  async #tell(): Promise<void> {
    const round = ++this.#round;
    const { releases, ready, send } = this.#ports;
    await ready();
    const problems = (await Promise.all(releases.all.map((release) => this.#ofRelease(release)))).flat();
    const told = JSON.stringify(problems);
    if (round !== this.#round || told === this.#told) return;
    this.#told = told;
    await send({ problems });
  }

  async #ofRelease(release: KnownRelease): Promise<ReportedEntry[]> {
    if (!hasEntries(release)) return [];
    const { service, releases } = this.#ports;
    const { id, name, namespace, kubeContext } = release;
    const stack = await releases.stack(release);
    const files = stack.files.flatMap(({ uri }) => uri ?? []);
    return (await entryReports(service, stack)).flatMap(({ set, sentence, ...report }) => {
      const entry = stack.sets[set];
      if (!entry) return [];
      return [
        {
          ...report,
          ...entry,
          release: { name, ...(namespace && { namespace }), ...(kubeContext && { kubeContext }) },
          files,
          sentence: `Release ${id}: ${sentence}`,
        },
      ];
    });
  }
}

/** Whether a release sets anything in addition to its files. */
export function hasEntries({ set, setString, setJson }: KnownRelease): boolean {
  return set.length + setString.length + setJson.length > 0;
}
