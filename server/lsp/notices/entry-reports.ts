import * as l10n from "@vscode/l10n";
import { NO_SOURCES, type ReleaseStack } from "../../core/values/release-stack.ts";
import { sameSpelling } from "../../workspace/files/release-paths.ts";
import { errorDetail } from "../../workspace/files/unforeseen-error.ts";
import { entryReports } from "../../workspace/open/entry-reports.ts";
import { hasEntries, type KnownRelease } from "../../workspace/releases/release-identity.ts";
import type { Releases } from "../../workspace/releases/releases.ts";
import { PROJECT_FILE } from "../../workspace/settings/project-reader.ts";
import { ENTRY_PROBLEMS_NOTIFICATION, type ReportedChart, type ReportedEntry } from "../protocol.ts";
import type { ServerState } from "../state/state.ts";

/** The pause before a report, in milliseconds: settings are not read while typing elsewhere. */
const PAUSE_MS = 300;

/** Notifies a client that shows problems at the entries themselves, after each change that may affect them. */
export class EntryReporter {
  readonly #state: ServerState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reported = "[[],[]]";
  #round = 0;

  constructor(state: ServerState) {
    this.#state = state;
  }

  /** Schedules a new check of all entries for when changes have stopped coming. */
  outdated(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#report().catch((error: unknown) =>
        // Not translated: for the log.
        this.#state.log.error(`The entries of releases could not be checked: ${errorDetail(error)}`),
      );
    }, PAUSE_MS);
  }

  /** Sends no more notifications. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#round++;
  }

  async #report(): Promise<void> {
    const round = ++this.#round;
    const { connection, ready, workspace } = this.#state;
    const { releases } = workspace;
    await ready();
    const problems = (await Promise.all(releases.all.map((release) => this.#ofRelease(release)))).flat();
    const settings = await this.#ofCharts();
    const now = JSON.stringify([problems, settings]);
    if (round !== this.#round || now === this.#reported) return;
    this.#reported = now;
    await connection.sendNotification(ENTRY_PROBLEMS_NOTIFICATION, { problems, settings });
  }

  /** The doubts about the charts and files that the editor's settings name; what a project names is reported in its own file. */
  async #ofCharts(): Promise<ReportedChart[]> {
    const { service, releases } = this.#state.workspace;
    const { setting } = await releases.chart();
    const { doubt } =
      setting?.chart === undefined ? {} : service.chartOfStack({ ...NO_SOURCES, chart: { setting } });
    const own = doubt && setting ? reportedChart(setting, doubt) : [];
    const ofReleases = releases.all
      .filter(({ root }) => root === undefined)
      .map(async (release) => {
        const stack = await releases.stack(release);
        return service.stackProblems(stack).flatMap(({ chart, name, severity, message }) => {
          const problem = { severity, message };
          const ofChart = chart === "release" ? reportedChart(release, problem) : [];
          const ofSource = name === undefined ? [] : [{ key: "values" as const, value: name, ...problem }];
          return [...ofChart, ...ofSource].map((one) => ({ ...one, release: identityOf(release) }));
        });
      });
    return [...own, ...(await Promise.all(ofReleases)).flat()];
  }

  async #ofRelease(release: KnownRelease): Promise<ReportedEntry[]> {
    if (!hasEntries(release)) return [];
    const { service, releases, complaints } = this.#state.workspace;
    const { id } = release;
    const stack = await releases.stack(release);
    const files = stack.files.flatMap(({ uri }) => uri ?? []);
    return (await entryReports(service, stack, complaints(stack))).flatMap(({ set, sentence, ...report }) => {
      const entry = stack.sets[set];
      if (!entry) return [];
      return [
        {
          ...report,
          ...entry,
          release: identityOf(release),
          files,
          sentence: l10n.t("Release {0}: {1}", id, sentence),
        },
      ];
    });
  }
}

function identityOf({ name, namespace, kubeContext }: KnownRelease): ReportedEntry["release"] {
  return { name, ...(namespace && { namespace }), ...(kubeContext && { kubeContext }) };
}

/** A problem with a chart at what names it; one with a version that is written there is about that. */
function reportedChart(
  { chart, version }: Pick<KnownRelease, "chart" | "version">,
  { severity, message }: Pick<ReportedChart, "severity" | "message">,
): ReportedChart[] {
  const problem = { severity, message };
  if (version && problem.message.includes(version)) return [{ key: "version", value: version, ...problem }];
  return chart ? [{ key: "chart", value: chart, ...problem }] : [];
}

/** The releases with entries that the file of a project describes, or the settings of the editor (`""`): of these, what has no values files. */
export async function describedIn(releases: Releases, uri: string): Promise<readonly ReleaseStack[]> {
  const file = sameSpelling(uri);
  const isHere = ({ root, values }: KnownRelease) =>
    root === undefined ? uri === "" && values.length === 0 : file === `${root}/${PROJECT_FILE}`;
  return Promise.all(
    releases.all
      .filter((release) => hasEntries(release) && isHere(release))
      .map((release) => releases.stack(release)),
  );
}
