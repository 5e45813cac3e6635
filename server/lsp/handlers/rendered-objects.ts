import * as l10n from "@vscode/l10n";
import type { CancellationToken } from "vscode-languageserver";
import { fieldInLine, placesOf } from "../../core/rendered/field-place.ts";
import { type LinePlace, lineOf, type ObjectsPage, objectsPage } from "../../core/rendered/objects-page.ts";
import { objectId } from "../../core/rendered/rendered-object.ts";
import type { Rendering } from "../../core/rendered/rendering.ts";
import type { Analysis } from "../../core/semantics/analysis.ts";
import type { ReleaseStack } from "../../core/values/release-stack.ts";
import { isAtOrBelow, keyText } from "../../core/yaml/key-path.ts";
import { sameSpelling } from "../../workspace/files/release-paths.ts";
import { outcomeOf, type Traces } from "../../workspace/helm/traces.ts";
import { ReportedFaults } from "../notices/reported-faults.ts";
import {
  COMPARE_RENDERED,
  FIELD_KEYS,
  type FieldKeys,
  type FieldKeysParams,
  KEY_FIELDS,
  type KeyFields,
  type ParamsOf,
  RENDERED_OBJECTS,
  type RenderedObjectsDocument,
  type ValuesOf,
} from "../protocol.ts";
import { resolveStack } from "../state/resolve-stack.ts";
import type { ServerState } from "../state/state.ts";
import { RenderedTurns } from "../views/rendered-turns.ts";
import { notRenderedReason, renderedChanges, wordsOf } from "../views/rendered-words.ts";
import { differenceText, type OtherValue } from "../views/trace-markdown.ts";
import type { EffectiveViews } from "./effective-values.ts";

/** Answers what Helm renders, and which key makes which field. Nothing runs before it is asked for; a new question ends the one before. */
export class RenderedViews {
  readonly #state: ServerState;
  readonly #views: EffectiveViews;
  readonly #faults: ReportedFaults;
  readonly #turns = new RenderedTurns();
  #comparing: AbortController | undefined;

  constructor(state: ServerState, views: EffectiveViews, reported: (uri: string) => void) {
    this.#state = state;
    this.#views = views;
    this.#faults = new ReportedFaults(state, reported);
  }

  /** Answers the requests. */
  serve(): void {
    const { requests } = this.#state;
    requests.serve(RENDERED_OBJECTS, "Rendered objects", ({ of, unsaved = [], isClosed }) => {
      if (!isClosed) return this.#turns.page(nameOfPage(of), (signal) => this.#document(of, unsaved, signal));
      this.#turns.end(nameOfPage(of));
      this.#state.workspace.renderingBaselines?.compareWithSaved(nameOfPage(of));
      this.#faults.report(nameOfPage(of));
      return null;
    });
    requests.serve(COMPARE_RENDERED, "Compare rendered objects", ({ of, revision }) => {
      this.#state.workspace.renderingBaselines?.compareWith(nameOfPage(of), revision);
      return null;
    });
    requests.serve(KEY_FIELDS, "Fields of a key", (params) =>
      this.#turns.key((signal) => this.#fields(params, signal)),
    );
    requests.serve(FIELD_KEYS, "Keys of a field", (params, token) => {
      const stopped = new AbortController();
      token.onCancellationRequested(() => stopped.abort());
      // The question behind a button of a message does not end when the cursor moves.
      if (params.field) return this.#keys(params, stopped.signal);
      return this.#turns.key((signal) => this.#keys(params, AbortSignal.any([stopped.signal, signal])));
    });
  }

  async #document(
    of: ValuesOf,
    unsaved: readonly string[],
    signal: AbortSignal,
  ): Promise<RenderedObjectsDocument | null> {
    this.#views.follow(of);
    const found = await this.#page(of, signal);
    if (signal.aborted) return null;
    if ("problem" in found) {
      this.#faults.report(nameOfPage(of));
      const { problem, isChartMissing } = found;
      return { text: `# ${problem}\n`, problem, ...(isChartMissing && { isChartMissing: true }) };
    }
    const { own, page, stack, rendering } = found;
    const { faults: known, renderingBaselines } = this.#state.workspace;
    const faults = (await known?.of(stack, rendering.objects)) ?? [];
    const different = await renderingBaselines?.changes(nameOfPage(of), stack, rendering, unsaved, signal);
    if (signal.aborted) return null;
    this.#faults.report(nameOfPage(of), { stack: own, faults });
    const problems = faults.map((one) => ({ line: lineOf(page, one), message: one.message }));
    const missing = stack.problems.map(({ message }) => message);
    const changes = different && renderedChanges(different);
    return {
      text: page.text,
      ...(problems.length > 0 && { problems }),
      ...(missing.length > 0 && { missing }),
      ...(changes && { changes }),
    };
  }

  async #fields(
    { of, uri, position }: ParamsOf<typeof KEY_FIELDS>,
    signal: AbortSignal,
  ): Promise<KeyFields | null> {
    const { requests, service } = this.#state;
    const file = await requests.ours({ textDocument: { uri }, position });
    const path = file && service.keyAt(file.analysis, position);
    const found = path && (await this.#page(of, signal));
    if (!path || !found || "problem" in found || !isFileOf(found.stack, file.analysis))
      return signal.aborted ? null : { words: "", lines: [] };
    const trace = await found.traces.of(found.stack, path, signal);
    if (!("changes" in trace)) return signal.aborted ? null : { words: "", lines: [] };
    const isMade = ({ object, path: at }: NonNullable<ObjectsPage["lines"][number]>) =>
      outcomeOf(trace)?.made.some(
        (one) => objectId(one.object) === objectId(object) && isAtOrBelow(at, one.path),
      );
    const lines = found.page.lines.flatMap((place, line) => (place && isMade(place) ? [line] : []));
    return { words: wordsOf(trace), lines };
  }

  /** The difference that another value of a key makes to the objects that are in sight, in Markdown; the next question ends this one. */
  async difference(
    { rendered, uri, path, value }: OtherValue,
    token: CancellationToken,
  ): Promise<string | undefined> {
    this.#comparing?.abort();
    const comparing = new AbortController();
    this.#comparing = comparing;
    token.onCancellationRequested(() => comparing.abort());
    const { signal } = comparing;
    const found = await this.#page(rendered, signal);
    if (
      "problem" in found ||
      !found.stack.files.some((one) => one.uri && sameSpelling(one.uri) === sameSpelling(uri))
    )
      return undefined;
    const trace = await found.traces.of(found.stack, path, signal, { value });
    return "changes" in trace && !signal.aborted ? differenceText(trace) : undefined;
  }

  async #keys(params: FieldKeysParams, signal: AbortSignal): Promise<FieldKeys | null> {
    const found = await this.#page(params.of, signal, params.as);
    if ("problem" in found) return signal.aborted ? null : { keys: [], problem: found.problem };
    const asked = this.#placeOf(found, params);
    if ("problem" in asked) return { keys: [], problem: asked.problem };
    const { stack, traces } = found;
    const { object, path: field } = asked;
    const reasons = await traces.whyOf(stack, object, field, signal);
    if (signal.aborted) return null;
    if (!("keys" in reasons)) return { keys: [], problem: notRenderedReason(reasons) };
    const data = new Map(
      this.#state.service.effectiveData(stack).map((one) => [keyText(one.path), one.source]),
    );
    const keys = reasons.keys.map(({ path }) => {
      const key = keyText(path);
      const at = data.get(key)?.place;
      return { key, path, place: at };
    });
    if (keys.length > 0) return { keys };
    const [of, where] = [keyText(field), object.toString()];
    const problem = reasons.isUnstable
      ? l10n.t(
          "The keys that set {0} in {1} are not known, because it changes each time that Helm renders.",
          of,
          where,
        )
      : l10n.t("No key of the values changes {0} in {1}.", of, where);
    return { keys, problem };
  }

  /** The field that is asked about, or why it is not known. */
  #placeOf(
    { stack, page, rendering: { objects } }: Page,
    { chart, line = -1, text, field }: FieldKeysParams,
  ): LinePlace | { readonly problem: string } {
    const { atHand } = this.#state.service.chartOfStack(stack);
    const umbrella = stack.chart?.umbrella;
    const isOf = umbrella
      ? umbrella.name === chart?.name
      : atHand?.name === chart?.name && atHand?.version === chart?.version;
    if (chart && !isOf)
      return {
        problem: l10n.t(
          "These objects come from the chart {0}, but the values are for another chart.",
          `${chart.name} ${chart.version}`,
        ),
      };
    const named = field ?? (text === undefined ? undefined : fieldInLine(text, line));
    const places = named ? placesOf(objects, named) : [page.lines[line] ?? []].flat();
    const [place] = places;
    if (place && places.length === 1) return place;
    if (!named) return { problem: l10n.t("No field found in this line.") };
    const { kind, name } = named;
    const path = typeof named.path === "string" ? named.path : keyText(named.path);
    const object = name === undefined ? kind : `${kind}/${name}`;
    return place
      ? { problem: l10n.t("Helm renders several objects with the field {0} of {1}.", path, object) }
      : { problem: l10n.t("Helm renders no field {0} in {1} with these values.", path, object) };
  }

  /** The page about values, or why there is none. */
  async #page(
    of: ValuesOf,
    signal: AbortSignal,
    as?: ReleaseStack["as"],
  ): Promise<Page | { readonly problem: string; readonly isChartMissing?: true }> {
    const { workspace, isTrusted } = this.#state;
    const { traces, charts, renderingBaselines } = workspace;
    if (!traces) return { problem: l10n.t("Helm cannot be asked here.") };
    if (!isTrusted) return { problem: l10n.t("Helm is only asked in a trusted workspace.") };
    const first = await resolveStack(this.#state, of);
    if ("problem" in first) return first;
    // At first, a chart is known only in part.
    await charts.settled;
    const found = await resolveStack(this.#state, of);
    if ("problem" in found) return found;
    const own = found.stack;
    const stack = as ? { ...own, as } : (renderingBaselines?.stackOf(nameOfPage(of), own) ?? own);
    const rendering = await traces.rendered(stack, signal);
    if (!("objects" in rendering)) {
      const isChartMissing = "notAsked" in rendering && rendering.notAsked === "no-chart";
      return { problem: notRenderedReason(rendering), ...(isChartMissing && { isChartMissing: true }) };
    }
    return { own, stack, traces, rendering, page: objectsPage(rendering.objects) };
  }
}

/** The objects that Helm renders, with the values that they are made of. */
interface Page {
  /** The values as they are reported about. */
  readonly own: ReleaseStack;
  readonly stack: ReleaseStack;
  readonly traces: Traces;
  readonly rendering: Rendering;
  readonly page: ObjectsPage;
}

/** Tells a page from all others. */
function nameOfPage(of: ValuesOf): string {
  return JSON.stringify(of);
}

/** True if values are in a file of a stack: a key of another file with the same name is another key. */
function isFileOf({ files }: ReleaseStack, { file, region, text }: Analysis): boolean {
  return files.some((one) => one.uri === text.uri && (!region.isEmbedded || one.file === file));
}
