import type { LanguageService, ObjectProblem } from "../core/language-service.ts";
import { objectId } from "../core/rendered/rendered-object.ts";
import type { Rendering } from "../core/rendered/rendering.ts";
import { type HelmComplaint, plainWords } from "../core/values/helm-verdict.ts";
import type { ReleaseStack } from "../core/values/release-stack.ts";
import { keyText } from "../core/yaml/key-path.ts";
import { keepLast } from "../core/yaml/memo.ts";
import type { Path } from "../core/yaml/tree.ts";
import { nameOf } from "./helm-verdicts.ts";
import { type HelmPorts, keyOf, renderQuestion } from "./render-question.ts";
import type { Traces } from "./traces.ts";

/** A problem of an object, and the keys that make the field. */
export interface TracedProblem extends ObjectProblem {
  /** Absent if that is not measured. */
  readonly keys?: readonly Path[];
}

/** What was found in the objects of a release or file. */
interface Found {
  /** The question that they are the answer to. */
  readonly key: string;
  readonly complaints: readonly HelmComplaint[];
}

/** Problems whose keys are measured at most: each costs some runs of Helm. */
const MOST_TRACED = 5;
/** How many releases and files are remembered, and keys of problems. */
const MOST_KNOWN = 50;

/** What the API server will reject in rendered objects, at the keys that make the fields. Nothing is looked for before it is asked for. */
export class ObjectFaults {
  readonly #ports: HelmPorts;
  readonly #traces: Traces;
  readonly #found = new Map<string, Found>();
  readonly #keys = new Map<string, readonly Path[]>();

  constructor(ports: HelmPorts, traces: Traces) {
    this.#ports = ports;
    this.#traces = traces;
  }

  /** The problems of the objects that a stack renders to. */
  of(stack: ReleaseStack, { objects }: Rendering): Promise<readonly ObjectProblem[]> {
    return this.#service.objectProblems(stack, objects);
  }

  /** Problems with the keys that make the fields, measured for the first ones; from now on they are reported at the keys. */
  async traced(
    stack: ReleaseStack,
    problems: readonly ObjectProblem[],
    signal: AbortSignal,
  ): Promise<readonly TracedProblem[]> {
    const traced: TracedProblem[] = [];
    for (const problem of problems) {
      const keys = traced.length < MOST_TRACED ? await this.#keysOf(stack, problem, signal) : undefined;
      traced.push(keys ? { ...problem, keys } : problem);
    }
    const asked = renderQuestion(this.#ports, stack);
    if (signal.aborted || typeof asked === "string") return traced;
    const complaints = traced.flatMap(({ message, keys: paths = [] }): HelmComplaint[] =>
      paths.length > 0 ? [{ kind: "rejected-object", words: plainWords(message), paths }] : [],
    );
    keepLast(this.#found, nameOf(stack), { key: keyOf(asked), complaints }, MOST_KNOWN);
    return traced;
  }

  /** What is reported at the keys of a stack: of the objects that its values render to as they are now. */
  complaints(stack: ReleaseStack): readonly HelmComplaint[] {
    const found = this.#found.get(nameOf(stack));
    if (!found || found.complaints.length === 0) return [];
    const asked = renderQuestion(this.#ports, stack);
    return typeof asked === "object" && keyOf(asked) === found.key ? found.complaints : [];
  }

  get #service(): LanguageService {
    return this.#ports.service;
  }

  async #keysOf(
    stack: ReleaseStack,
    { object, path, message, isMissing }: ObjectProblem,
    signal: AbortSignal,
  ): Promise<readonly Path[] | undefined> {
    const id = JSON.stringify([nameOf(stack), objectId(object), path, message]);
    const known = this.#keys.get(id);
    if (known) return known;
    const field = isMissing ? path.slice(0, -1) : path;
    const reasons = signal.aborted ? undefined : await this.#traces.whyOf(stack, object, field, signal);
    if (!reasons || !("keys" in reasons)) return undefined;
    const changed = reasons.keys.flatMap(({ changes }) => changes.map((one) => keyText(one.path)));
    // What a template writes beside the keys may be what lacks the field.
    const isOfKeys = !isMissing || object.fieldsAt(field).every((one) => changed.includes(keyText(one)));
    const keys = isOfKeys ? reasons.keys.map((one) => one.path) : [];
    keepLast(this.#keys, id, keys, MOST_KNOWN);
    return keys;
  }
}
