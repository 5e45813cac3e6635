import type { ObjectProblem } from "../../core/language-service.ts";
import { objectId, type RenderedObject } from "../../core/rendered/rendered-object.ts";
import type { HelmComplaint } from "../../core/values/helm-verdict.ts";
import type { ReleaseStack } from "../../core/values/release-stack.ts";
import { keyText } from "../../core/yaml/key-path.ts";
import { keepLast } from "../../core/yaml/memo.ts";
import type { Path } from "../../core/yaml/tree.ts";
import { stackKey } from "./helm-verdicts.ts";
import { type HelmPorts, questionKey, renderQuestion } from "./render-question.ts";
import type { Traces } from "./traces.ts";

/** A problem of an object, and the keys that make the field. */
export interface TracedProblem extends ObjectProblem {
  /** Absent if that is not measured. */
  readonly keys?: readonly Path[];
}

/** The problems that were found in the objects of a release or file. */
interface KnownFaults {
  /** The question that they are the answer to. */
  readonly key: string;
  readonly reported: readonly Reported[];
}

interface Reported extends HelmComplaint {
  /** Those of its keys. */
  readonly values: readonly (string | undefined)[];
}

/** Problems whose keys are measured at most: each costs some runs of Helm. */
const MOST_TRACED = 5;
/** The maximum number of releases and files with remembered problems, and of problems with remembered keys. */
const MOST_KNOWN = 50;

/**
 * Problems in rendered objects that the API server will reject, reported at the keys that make the fields. Nothing is computed before it is asked
 * for.
 */
export class ObjectFaults {
  readonly #ports: HelmPorts;
  readonly #traces: Traces;
  readonly #found = new Map<string, KnownFaults>();
  readonly #keys = new Map<string, readonly Path[]>();

  constructor(ports: HelmPorts, traces: Traces) {
    this.#ports = ports;
    this.#traces = traces;
  }

  /** The problems of the objects that a stack renders to. */
  of(stack: ReleaseStack, objects: readonly RenderedObject[]): Promise<readonly ObjectProblem[]> {
    const { service } = this.#ports;
    return service.objectProblems(objects, service.chartOfStack(stack).atHand?.texts);
  }

  /** Problems with the keys that make the fields, measured for the first ones; from now on they are reported at the keys. */
  async traced(
    stack: ReleaseStack,
    problems: readonly ObjectProblem[],
    signal: AbortSignal,
  ): Promise<readonly TracedProblem[]> {
    const asked = renderQuestion(this.#ports, stack);
    if (typeof asked === "string") return problems;
    const traced: TracedProblem[] = [];
    for (const problem of problems) {
      const isFew = traced.length < MOST_TRACED;
      const keys = isFew ? await this.#keysOf(stack, asked.digest, problem, signal) : undefined;
      traced.push(keys ? { ...problem, keys } : problem);
    }
    if (signal.aborted) return traced;
    const valueAt = this.#valuesOf(stack);
    const reported = traced.flatMap(({ message, keys: paths = [] }): Reported[] =>
      paths.length > 0
        ? [{ kind: "rejected-object", words: message, paths, values: paths.map(valueAt) }]
        : [],
    );
    keepLast(this.#found, stackKey(stack), { key: questionKey(asked), reported }, MOST_KNOWN);
    return traced;
  }

  /** The complaints for the keys of a stack. Until other objects have been looked at, they count for the keys that still have the same values. */
  complaints(stack: ReleaseStack): readonly HelmComplaint[] {
    const found = this.#found.get(stackKey(stack));
    if (!found || found.reported.length === 0) return [];
    const asked = renderQuestion(this.#ports, stack);
    if (typeof asked === "object" && questionKey(asked) === found.key) return found.reported;
    const valueAt = this.#valuesOf(stack);
    return found.reported.filter(({ paths, values }) =>
      paths.every((path, index) => valueAt(path) === values[index]),
    );
  }

  /** Reports nothing more of a stack whose objects are not looked at any more. */
  forget(stack: ReleaseStack): void {
    this.#found.delete(stackKey(stack));
  }

  #valuesOf(stack: ReleaseStack): (path: Path) => string | undefined {
    const data = this.#ports.service.effectiveData(stack);
    const values = new Map(data.map(({ path, value }) => [keyText(path), JSON.stringify(value)]));
    return (path) => values.get(keyText(path));
  }

  async #keysOf(
    stack: ReleaseStack,
    chart: string,
    { object, path, message, isMissing }: ObjectProblem,
    signal: AbortSignal,
  ): Promise<readonly Path[] | undefined> {
    const id = JSON.stringify([stackKey(stack), chart, objectId(object), path, message]);
    const known = this.#keys.get(id);
    if (known) return known;
    const field = isMissing ? path.slice(0, -1) : path;
    const reasons = signal.aborted ? undefined : await this.#traces.whyOf(stack, object, field, signal);
    if (!reasons || !("keys" in reasons)) return undefined;
    const changed = reasons.keys.flatMap(({ changes }) => changes.map((change) => keyText(change.path)));
    // The part that a template writes beside the keys may be the one that lacks the field.
    const isOfKeys = !isMissing || object.fieldsAt(field).every((made) => changed.includes(keyText(made)));
    const keys = isOfKeys ? reasons.keys.map((reason) => reason.path) : [];
    keepLast(this.#keys, id, keys, MOST_KNOWN);
    return keys;
  }
}
