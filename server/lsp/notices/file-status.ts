import * as l10n from "@vscode/l10n";
import type { ReadChart } from "../../core/chart/chart.ts";
import type { Analysis } from "../../core/semantics/analysis.ts";
import type { ChartSource } from "../../core/wire/charts.ts";
import type { LocalCharts } from "../../workspace/charts/local-charts.ts";
import { diskPathOf } from "../../workspace/charts/umbrella-charts.ts";
import { type EmbeddedPart, placeAddress } from "../../workspace/embedded/embedded-parts.ts";
import type { OpenFile } from "../../workspace/open/open-files.ts";
import type { EmbeddedStatus, FileChart, FileStatus, HelmSays } from "../protocol.ts";
import type { ServerState } from "../state/state.ts";

function notOpen(): FileStatus {
  return {
    kind: null,
    strength: null,
    reason: "no-evidence",
    explanation: l10n.t("This file is not open in the editor as YAML."),
  };
}

/** Remembers the status that was sent for each file, so that it is sent again only when it changes. */
export class FileStatuses {
  readonly #reported = new Map<string, string>();
  readonly #state: ServerState;

  constructor(state: ServerState) {
    this.#state = state;
  }

  /** The answer to a client that asks; from now on it is notified of changes. */
  answer(uri: string, file: OpenFile | undefined): FileStatus {
    const status = file === undefined ? notOpen() : this.#statusOf(file);
    this.#reported.set(uri, JSON.stringify(status));
    return status;
  }

  /** The status, if the client has asked for it before and it differs from what was last sent. */
  news(uri: string, file: OpenFile): FileStatus | undefined {
    const before = this.#reported.get(uri);
    if (before === undefined) return undefined;
    const status = this.#statusOf(file);
    const now = JSON.stringify(status);
    if (now === before) return undefined;
    this.#reported.set(uri, now);
    return status;
  }

  /** Drops what is known about a file that was closed. */
  forget(uri: string): void {
    this.#reported.delete(uri);
  }

  #statusOf(file: OpenFile): FileStatus {
    const { analysis, ownership, embedded = [] } = file;
    const { kind, strength, reason, explanation, part } = ownership;
    const helm = helmSays(this.#state, file);
    const chart = kind?.isMerged ? this.#chartOf(analysis) : undefined;
    const umbrella = part && { name: part.umbrella.name, ...diskPathOf(part.umbrella.uri) };
    return {
      kind: kind?.name ?? null,
      strength: kind && strength,
      reason,
      explanation,
      chart,
      ...(chart && helm && { helm }),
      ...(umbrella && { umbrella }),
      ...(embedded.length > 0 && { embedded: embedded.map((part) => this.#embedded(part)) }),
    };
  }

  #embedded({ analysis, place, values }: EmbeddedPart): EmbeddedStatus {
    const { product, inCluster } = values;
    const chart = this.#chartOf(analysis);
    const address = placeAddress(analysis.text.uri, place);
    return { place, address, product, inCluster, chart };
  }

  #chartOf(analysis: Analysis): FileChart | undefined {
    const { service, workspace } = this.#state;
    const chart = service.chartOf(analysis);
    return chart && fileChart(chart, workspace.charts);
  }
}

/** The chart that a file is for, with where it was read from. */
export function fileChart<C extends { readonly atHand?: ReadChart }>(
  { atHand, ...chart }: C,
  charts: LocalCharts,
): Omit<C, "atHand"> & { readonly source: ChartSource } {
  return { ...chart, source: charts.sourceOf(atHand) };
}

/** Helm's verdict about the values of a file, as far as it was asked; `undefined` if the file certainly has none. */
function helmSays(
  { settings, isTrusted, workspace }: ServerState,
  { analysis, ownership }: OpenFile,
): HelmSays | undefined {
  const { verdicts } = workspace;
  const { stack } = analysis;
  if (!stack || ownership.strength !== "certain") return undefined;
  if (!verdicts) return { state: "no-programs" };
  if (!settings(analysis.text.uri).helmTemplate.enable) return { state: "switched-off" };
  if (!isTrusted) return { state: "not-trusted" };
  const state = verdicts.whyNot(stack);
  if (state) return { state };
  const known = verdicts.last(stack);
  if (!known) return { state: "not-asked" };
  const old = verdicts.of(stack) ? {} : ({ isOld: true } as const);
  switch (known.is) {
    case "yes":
      return { state: "renders", ...old };
    case "no":
      return { state: "refuses", words: known.complaints[0]?.words ?? "", ...old };
    case "unknown": {
      const { noAnswer: state, ...more } = known.why;
      return old.isOld ? { state: "not-asked" } : ({ state, ...more } as HelmSays);
    }
  }
}
