import * as l10n from "@vscode/l10n";
import type { ReadChart } from "../../core/chart/chart.ts";
import type { ComparedSide } from "../../core/language-service.ts";
import { entryText } from "../../core/semantics/release-values.ts";
import type { ReleaseStack } from "../../core/values/release-stack.ts";
import { diskPathOf } from "../../workspace/charts/umbrella-charts.ts";
import { partedAddress, placeAddress } from "../../workspace/embedded/embedded-parts.ts";
import { sameSpelling } from "../../workspace/files/release-paths.ts";
import { PROJECT_FILE } from "../../workspace/settings/project-reader.ts";
import {
  EFFECTIVE_ORIGIN,
  EFFECTIVE_VALUES,
  type EffectiveValuesDocument,
  type EffectiveValuesParams,
  type FileChart,
  type ParamsOf,
  RELEASES,
  type ReleaseSummary,
  type ValuesOf,
} from "../protocol.ts";
import { resolveStack, stackInCluster } from "../state/resolve-stack.ts";
import type { ServerState } from "../state/state.ts";
import { otherChart } from "./charts.ts";

type Side = NonNullable<EffectiveValuesParams["beside"]>;

/** Answers what the operator will run with, and remembers which files and releases it was asked about. */
export class EffectiveViews {
  readonly #state: ServerState;
  readonly #askedReleases = new Set<string>();
  readonly #askedFiles = new Set<string>();
  #listsReleases = false;

  constructor(state: ServerState) {
    this.#state = state;
  }

  /** True once a client has asked which releases there are. */
  get listsReleases(): boolean {
    return this.#listsReleases;
  }

  /** True once a client has asked for values. */
  get any(): boolean {
    return this.#askedFiles.size + this.#askedReleases.size > 0;
  }

  /** Remembers that a client shows what comes of these values. */
  follow(of: ValuesOf): void {
    if ("release" in of) this.#askedReleases.add(of.release);
    else this.#askedFiles.add(sameSpelling(partedAddress(of.uri).uri));
  }

  /** Tells if a change to a file may affect values that a client has asked for. */
  concerns(uri: string): boolean {
    if (!this.any) return false;
    const spelled = sameSpelling(uri);
    const named = () =>
      this.#state.workspace.releases.naming(uri).some(({ id }) => this.#askedReleases.has(id));
    return this.#askedFiles.has(spelled) || named();
  }

  /** Answers the requests. */
  serve(): void {
    const { requests } = this.#state;
    requests.serve(RELEASES, "Releases", ({ uri }) =>
      this.#summaries(typeof uri === "string" ? uri : undefined),
    );
    requests.serve(EFFECTIVE_VALUES, "Effective values", (params) => this.#document(params));
    requests.serve(EFFECTIVE_ORIGIN, "Origin of a value", (params) => this.#origin(params));
  }

  async #summaries(uri: string | undefined): Promise<ReleaseSummary[]> {
    this.#listsReleases = true;
    const { ready, workspace, stored } = this.#state;
    const { releases } = workspace;
    await ready();
    const asked = uri === undefined ? releases.all : releases.naming(uri);
    const stacks = await Promise.all(asked.map((release) => releases.stack(release)));
    const summaries = asked.map(({ id, name, namespace, chart, version, kubeContext, root }, index) => ({
      id,
      name,
      namespace,
      ...chartOf(
        chart === undefined || root === undefined ? chart : stored.projectPlaces.fromRoot(root, chart),
        stacks[index],
      ),
      ...(root !== undefined && { from: `${root}/${PROJECT_FILE}` }),
      ...(version !== undefined && { version }),
      ...(kubeContext !== undefined && { kubeContext }),
      values:
        stacks[index]?.files.flatMap(({ isOfChart, uri, place }) => {
          if (isOfChart || uri === undefined) return [];
          return [place === undefined ? uri : placeAddress(uri, place)];
        }) ?? [],
      sets: stacks[index]?.sets ?? [],
    }));
    if (uri === undefined) return summaries;
    const wanted = sameSpelling(uri);
    const isWanted = (value: string) => sameSpelling(partedAddress(value).uri) === wanted;
    return summaries.filter(({ values }) => values.some(isWanted));
  }

  async #document(shown: EffectiveValuesParams): Promise<EffectiveValuesDocument> {
    const { of, form = "annotated", chart, live, beside } = shown;
    if (of) this.follow(of);
    if (beside?.of) this.follow(beside.of);
    const isLive = live !== undefined && of && "uri" in of;
    const found = await (isLive ? stackInCluster(this.#state, of.uri, live) : resolveStack(this.#state, of));
    if ("problem" in found) return explained(found.problem);
    const { service } = this.#state;
    if (chart === undefined && form !== "plain" && form !== "defaults") {
      const document = service.effectiveDocument(found.stack, form, await this.#remarks(found.stack));
      const isChartMissing = isUnfetched(service.chartOfStack(found.stack), found.stack);
      return { ...document, ...(isChartMissing && { isChartMissing }) };
    }
    const other = beside && (await resolveStack(this.#state, beside.of));
    const [side, otherSide] = await Promise.all([
      this.#side(found.stack, shown),
      other && "stack" in other ? this.#side(other.stack, beside ?? {}) : undefined,
    ]);
    const document = side && service.comparedValues(side, otherSide);
    return document ?? explained(l10n.t("This chart is not known, or not the operator's."));
  }

  /** One side of a comparison; `undefined` if its chart is not known. */
  async #side(stack: ReleaseStack, { form, chart }: Side): Promise<ComparedSide | undefined> {
    const isDefaults = form === "defaults";
    if (chart === undefined) return { stack, isDefaults };
    const other = await otherChart(this.#state.workspace.charts, chart);
    return other && { stack, isDefaults, chart: other };
  }

  async #origin({ of, form = "annotated", line }: ParamsOf<typeof EFFECTIVE_ORIGIN>): Promise<string | null> {
    if (form === "defaults") return null;
    const found = await resolveStack(this.#state, of);
    if ("problem" in found) return null;
    const remarks = await this.#remarks(found.stack);
    return this.#state.service.effectiveOrigin(found.stack, form, line, remarks) ?? null;
  }

  /** The errors and warnings about the entries of a stack, so that nobody takes the values of such an entry for those that the operator will run with. */
  async #remarks(stack: ReleaseStack): Promise<readonly string[]> {
    const problems = await this.#state.service.entryProblems(stack);
    const loud = problems.filter(({ severity }) => severity === "error" || severity === "warning");
    return loud.map(({ set, message }) => `${entryText(stack, set)}: ${message}`);
  }
}

/** A release without a chart is installed with the one that its values are for, if that brings the operator's along. */
function chartOf(chart: string | undefined, stack: ReleaseStack | undefined): { readonly chart?: string } {
  if (chart !== undefined) return { chart };
  const { release, umbrella } = stack?.chart ?? {};
  const { path } = umbrella && release?.umbrella === undefined ? diskPathOf(umbrella.uri) : {};
  return path === undefined ? {} : { chart: path };
}

/** A registry or an address, or a repository that Helm knows; anything else is a path or the name of a chart that is known without its files. */
const FETCHED = /^(?:(?:oci|https?):\/\/|[\w-][\w.-]*\/[\w.-]+$)/i;

/** True if the chart that is named for values would have to be fetched, because it was not yet. */
function isUnfetched(
  { reason, atHand }: { readonly reason: FileChart["reason"]; readonly atHand?: ReadChart | undefined },
  { chart = {} }: ReleaseStack,
): boolean {
  if (atHand !== undefined || reason === "words" || reason === "nothing") return false;
  const named = chart[reason]?.chart ?? (reason === "release" ? chart.setting?.chart : undefined);
  return named !== undefined && FETCHED.test(named);
}

function explained(problem: string): EffectiveValuesDocument {
  return { text: `# ${problem.replace(/\s+/g, " ")}\n`, origins: [], problem };
}
