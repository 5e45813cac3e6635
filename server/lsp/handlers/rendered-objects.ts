import * as l10n from "@vscode/l10n";
import { complaintText } from "../../core/language-service.ts";
import { type ObjectsPage, objectsPage } from "../../core/rendered/objects-page.ts";
import { objectId } from "../../core/rendered/rendered-object.ts";
import type { ReleaseStack } from "../../core/values/release-stack.ts";
import { isAtOrBelow, keyText } from "../../core/yaml/key-path.ts";
import type { NotRendered } from "../../workspace/renderings.ts";
import { type Outcome, outcomeOf, type Trace, type Traces } from "../../workspace/traces.ts";
import {
  FIELD_KEYS_REQUEST,
  type FieldKey,
  type FieldKeysParams,
  KEY_FIELDS_REQUEST,
  type KeyFields,
  type KeyFieldsParams,
  RENDERED_OBJECTS_REQUEST,
  type RenderedObjectsDocument,
  type RenderedObjectsParams,
} from "../protocol.ts";
import { resolveStack, VALUES } from "../resolve-stack.ts";
import { integer, POSITION, table, URI_OF_FILE } from "../shapes.ts";
import type { ServerState } from "../state.ts";
import type { EffectiveViews } from "./effective-values.ts";

/** How long nothing else is asked before Helm is, in milliseconds. */
const PAUSE_MS = 100;

/** Answers what Helm renders, and which key makes which field. Nothing runs before it is asked for; a new question ends the one before. */
export class RenderedViews {
  readonly #state: ServerState;
  readonly #views: EffectiveViews;
  #running: AbortController | undefined;

  constructor(state: ServerState, views: EffectiveViews) {
    this.#state = state;
    this.#views = views;
  }

  /** Answers the requests. */
  serve(): void {
    const { requests } = this.#state;
    requests.any(RENDERED_OBJECTS_REQUEST, "Rendered objects", table({ of: VALUES }), (params) =>
      this.#document(params),
    );
    requests.any(
      KEY_FIELDS_REQUEST,
      "Fields of a key",
      table({ of: VALUES, uri: URI_OF_FILE, position: POSITION }),
      (params) => this.#fields(params),
    );
    requests.any(
      FIELD_KEYS_REQUEST,
      "Keys of a field",
      table({ of: VALUES, line: integer("the number of a line") }),
      (params) => this.#keys(params),
    );
  }

  async #document({ of }: RenderedObjectsParams): Promise<RenderedObjectsDocument | null> {
    this.#views.follow(of);
    const signal = this.#begin();
    // While a person types, each key asks again.
    await wait(PAUSE_MS);
    const found = signal.aborted ? undefined : await this.#page(of, signal);
    if (!found || signal.aborted) return null;
    if ("problem" in found) return { text: `# ${found.problem}\n`, problem: found.problem };
    return { text: found.page.text };
  }

  async #fields({ of, uri, position }: KeyFieldsParams): Promise<KeyFields | null> {
    const { open, service } = this.#state;
    const file = await open(uri);
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

  async #keys({ of, line }: FieldKeysParams): Promise<readonly FieldKey[]> {
    const signal = this.#begin();
    const found = await this.#page(of, signal);
    const place = "problem" in found ? undefined : found.page.lines[line];
    if ("problem" in found || !place) return [];
    const { stack, traces } = found;
    const reasons = await traces.whyOf(stack, place.object, place.path, signal);
    if (!("keys" in reasons)) return [];
    const data = new Map(
      this.#state.service.effectiveData(stack).map((one) => [keyText(one.path), one.source]),
    );
    return reasons.keys.map(({ path }) => {
      const key = keyText(path);
      const at = data.get(key)?.place;
      return { key, ...(at && { place: at }) };
    });
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
  ): Promise<
    | { readonly stack: ReleaseStack; readonly traces: Traces; readonly page: ObjectsPage }
    | { readonly problem: string }
  > {
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
    const rendered = await traces.rendered(found.stack, signal);
    if (!("objects" in rendered)) return { problem: reasonOf(rendered) };
    return { stack: found.stack, traces, page: objectsPage(rendered.objects) };
  }
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
