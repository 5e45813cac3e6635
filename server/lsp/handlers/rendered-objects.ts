import * as l10n from "@vscode/l10n";
import type { CancellationToken } from "vscode-languageserver";
import { complaintText, type ObjectProblem } from "../../core/language-service.ts";
import { fieldInLine, placesOf } from "../../core/rendered/field-place.ts";
import { type LinePlace, lineOf, type ObjectsPage, objectsPage } from "../../core/rendered/objects-page.ts";
import { objectId, type RenderedObject } from "../../core/rendered/rendered-object.ts";
import type { ReleaseStack } from "../../core/values/release-stack.ts";
import { isAtOrBelow, keyText } from "../../core/yaml/key-path.ts";
import { partedAddress } from "../../workspace/embedded-parts.ts";
import { PROJECT_FILE } from "../../workspace/project.ts";
import type { NotRendered } from "../../workspace/renderings.ts";
import { type Outcome, outcomeOf, type Trace, type Traces } from "../../workspace/traces.ts";
import { errorDetail } from "../../workspace/unforeseen-error.ts";
import { SETTINGS } from "../helm-asking.ts";
import {
  FIELD_KEYS_REQUEST,
  type FieldKeys,
  KEY_FIELDS_REQUEST,
  type KeyFields,
  type KeyFieldsParams,
  RENDERED_OBJECTS_REQUEST,
  type RenderedObjectsDocument,
  type RenderedObjectsParams,
} from "../protocol.ts";
import { resolveStack, VALUES } from "../resolve-stack.ts";
import { integer, optional, POSITION, shape, table, text, URI_OF_FILE } from "../shapes.ts";
import type { ServerState } from "../state.ts";
import type { EffectiveViews } from "./effective-values.ts";

/** How long nothing else is asked before Helm is, in milliseconds. */
const PAUSE_MS = 100;

/** The field that is asked about. */
const ASKED = table({
  of: VALUES,
  chart: optional(table({ name: text(""), version: text("") }, "the name and the version of a chart")),
  as: optional(table({ release: text(""), namespace: text("") }, "the name and the namespace of a release")),
  line: optional(integer("the number of a line")),
  text: optional(text("the text of an object")),
  field: optional(
    table(
      { kind: text(""), name: optional(text("")), namespace: optional(text("")), path: text("") },
      "a field with its path and the kind of its object",
    ),
  ),
});
type Asked = NonNullable<(typeof ASKED)["fitting"]>;

/** Answers what Helm renders, and which key makes which field. Nothing runs before it is asked for; a new question ends the one before. */
export class RenderedViews {
  readonly #state: ServerState;
  readonly #views: EffectiveViews;
  /** Called when other problems are to be reported in a file; without a name, those of entries. */
  readonly #reported: (uri: string) => void;
  #running: AbortController | undefined;
  /** What measures the keys of problems, for each page. */
  readonly #measuring = new Map<string, { readonly stack: ReleaseStack; readonly stop: AbortController }>();

  constructor(state: ServerState, views: EffectiveViews, reported: (uri: string) => void) {
    this.#state = state;
    this.#views = views;
    this.#reported = reported;
  }

  /** Answers the requests. */
  serve(): void {
    const { requests } = this.#state;
    requests.any(
      RENDERED_OBJECTS_REQUEST,
      "Rendered objects",
      table({ of: VALUES, isClosed: optional(shape<boolean>("", (sent) => typeof sent === "boolean")) }),
      (params) => this.#document(params),
    );
    requests.any(
      KEY_FIELDS_REQUEST,
      "Fields of a key",
      table({ of: VALUES, uri: URI_OF_FILE, position: POSITION }),
      (params) => this.#fields(params),
    );
    requests.any(FIELD_KEYS_REQUEST, "Keys of a field", ASKED, (params, token) => this.#keys(params, token));
  }

  async #document({ of, isClosed }: RenderedObjectsParams): Promise<RenderedObjectsDocument | null> {
    if (isClosed) {
      this.#report(of);
      return null;
    }
    this.#views.follow(of);
    const signal = this.#begin();
    // While a person types, each key asks again.
    await wait(PAUSE_MS);
    const found = signal.aborted ? undefined : await this.#page(of, signal);
    if (!found || signal.aborted) return null;
    if ("problem" in found) {
      this.#report(of);
      return { text: `# ${found.problem}\n`, problem: found.problem };
    }
    const { stack, objects, page } = found;
    const faults = (await this.#state.workspace.faults?.of(stack, objects)) ?? [];
    if (signal.aborted) return null;
    this.#report(of, { stack, faults });
    const problems = faults.map((one) => ({ line: lineOf(page, one), message: one.message }));
    return { text: page.text, ...(problems.length > 0 && { problems }) };
  }

  /** Has problems of objects reported at the keys that make the fields, in place of those of the same page before. The answer does not wait for it. */
  async #report(
    of: RenderedObjectsParams["of"],
    found?: { readonly stack: ReleaseStack; readonly faults: readonly ObjectProblem[] },
  ): Promise<void> {
    const { log, workspace } = this.#state;
    const page = JSON.stringify(of);
    const before = this.#measuring.get(page);
    before?.stop.abort();
    const stack = found?.stack ?? before?.stack;
    const known = workspace.faults;
    if (!known || !stack) return;
    const stop = new AbortController();
    this.#measuring.set(page, { stack, stop });
    try {
      const reported = () =>
        JSON.stringify(known.complaints(stack).map(({ words, paths }) => [words, paths]));
      const last = reported();
      if (found) await known.traced(stack, found.faults, stop.signal);
      else known.forget(stack);
      if (stop.signal.aborted || reported() === last) return;
      const root = workspace.releases.all.find(({ id }) => id === stack.release)?.root;
      const files = stack.files.flatMap(({ isOfChart, uri = "" }) =>
        isOfChart ? [] : partedAddress(uri).uri,
      );
      const described = root === undefined ? SETTINGS : `${root}/${PROJECT_FILE}`;
      for (const uri of stack.release === undefined ? files : [...files, described]) this.#reported(uri);
    } catch (error) {
      // Not translated: for the log.
      log.error(`Looking for what makes a field failed: ${errorDetail(error)}`);
    }
  }

  async #fields({ of, uri, position }: KeyFieldsParams): Promise<KeyFields | null> {
    const { requests, service } = this.#state;
    const file = await requests.ours({ textDocument: { uri }, position });
    const path = file && service.keyAt(file.analysis, position);
    const signal = this.#begin();
    const found = path && (await this.#page(of, signal));
    if (!path || !found || "problem" in found) return signal.aborted ? null : { words: "", lines: [] };
    const trace = await found.traces.of(found.stack, path, signal);
    if (!("changes" in trace)) return signal.aborted ? null : { words: "", lines: [] };
    const isMade = ({ object, path: at }: NonNullable<ObjectsPage["lines"][number]>) =>
      outcomeOf(trace)?.made.some(
        (one) => objectId(one.object) === objectId(object) && isAtOrBelow(at, one.path),
      );
    const lines = found.page.lines.flatMap((place, line) => (place && isMade(place) ? [line] : []));
    return { words: wordsOf(trace), lines };
  }

  async #keys(params: Asked, token: CancellationToken): Promise<FieldKeys | null> {
    const stopped = new AbortController();
    token.onCancellationRequested(() => stopped.abort());
    // What a message leads to is not ended by a cursor that moves.
    const others = params.field ? [] : [this.#begin()];
    const signal = AbortSignal.any([stopped.signal, ...others]);
    const found = await this.#page(params.of, signal, params.as);
    if ("problem" in found) return signal.aborted ? null : { keys: [], problem: found.problem };
    const asked = this.#placeOf(found, params);
    if ("problem" in asked) return { keys: [], problem: asked.problem };
    const { stack, traces } = found;
    const { object, path: field } = asked;
    const reasons = await traces.whyOf(stack, object, field, signal);
    if (signal.aborted) return null;
    if (!("keys" in reasons)) return { keys: [], problem: reasonOf(reasons) };
    const data = new Map(
      this.#state.service.effectiveData(stack).map((one) => [keyText(one.path), one.source]),
    );
    const keys = reasons.keys.map(({ path }) => {
      const key = keyText(path);
      const at = data.get(key)?.place;
      return { key, path, ...(at && { place: at }) };
    });
    if (keys.length > 0) return { keys };
    const [of, where] = [keyText(field), object.toString()];
    const problem = reasons.isUnstable
      ? l10n.t(
          "What makes {0} in {1} is not known, because it changes each time that Helm renders.",
          of,
          where,
        )
      : l10n.t("No key of the values changes {0} in {1}.", of, where);
    return { keys, problem };
  }

  /** The field that is asked about, or why it is not known. */
  #placeOf(
    { stack, page, objects }: Page,
    { chart, line = -1, text, field }: Asked,
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

  /** Ends what was asked before. */
  #begin(): AbortSignal {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    return running.signal;
  }

  /** The page about values, or why there is none. */
  async #page(
    of: RenderedObjectsParams["of"],
    signal: AbortSignal,
    as?: ReleaseStack["as"],
  ): Promise<Page | { readonly problem: string }> {
    const { workspace, isTrusted } = this.#state;
    const { traces, charts } = workspace;
    if (!traces) return { problem: l10n.t("Helm cannot be asked here.") };
    if (!isTrusted) return { problem: l10n.t("Helm is only asked in a trusted workspace.") };
    const first = await resolveStack(this.#state, of);
    if ("problem" in first) return first;
    // What is known of a chart at first is not all of it.
    await charts.settled;
    const found = await resolveStack(this.#state, of);
    if ("problem" in found) return found;
    const stack = as ? { ...found.stack, as } : found.stack;
    const rendered = await traces.rendered(stack, signal);
    if (!("objects" in rendered)) return { problem: reasonOf(rendered) };
    const { objects } = rendered;
    return { stack, traces, objects, page: objectsPage(objects) };
  }
}

/** What Helm renders, for questions about it. */
interface Page {
  readonly stack: ReleaseStack;
  readonly traces: Traces;
  readonly objects: readonly RenderedObject[];
  readonly page: ObjectsPage;
}

function reasonOf(found: NotRendered): string {
  if ("complaints" in found) return found.complaints.map(complaintText).join(" ");
  if ("notAsked" in found)
    return found.notAsked === "no-chart"
      ? l10n.t("Helm needs the chart. Set its folder or archive as capOperator.chart, or in the release.")
      : l10n.t("Helm was not asked, because not all values or files of the chart can be read.");
  return found.noAnswer.noAnswer === "not-started"
    ? l10n.t("Helm was not found. Install it, or set capOperator.helmPath.")
    : l10n.t("Helm did not answer.");
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** What a key makes, and what is not known. */
function wordsOf(trace: Trace): string {
  const { path, unstable } = trace;
  const key = keyText(path);
  const found = outcomeOf(trace);
  if (found === undefined) return l10n.t("{0}: not known, because Helm rejects other values", key);
  const made = madeText(key, found);
  if (unstable === 0) return made;
  return `${made}. ${unstable === 1 ? l10n.t("1 field cannot be measured") : l10n.t("{0} fields cannot be measured", unstable)}`;
}

function madeText(key: string, { made, objects, reason }: Outcome): string {
  if (reason) {
    const value = JSON.stringify(reason.value);
    return l10n.t("{0} makes nothing, because {1} is {2}", key, keyText(reason.path), value);
  }
  if (made.length < 2)
    return made.length === 0 ? l10n.t("{0} makes nothing", key) : l10n.t("{0} makes 1 field", key);
  return objects === 1
    ? l10n.t("{0} makes {1} fields in 1 object", key, made.length)
    : l10n.t("{0} makes {1} fields in {2} objects", key, made.length, objects);
}
