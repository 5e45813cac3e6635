import type { SchemaModel } from "../schema/model.ts";
import { effectiveValues, type Overridden, overriddenIn } from "../values/effective.ts";
import { refusalOf } from "../values/file-refusal.ts";
import { documentsFor } from "../values/helm-documents.ts";
import type { HelmMap } from "../values/helm-tree.ts";
import type { ShapeConflict } from "../values/merge.ts";
import type { HelmMajor, Refusal } from "../values/refusal.ts";
import type { ReleaseProblem, ReleaseStack } from "../values/release-stack.ts";
import { Lines } from "../yaml/lines.ts";
import type { YamlFile } from "../yaml/tree.ts";
import { chartDefaults } from "./chart-defaults.ts";
import { type Component, componentValues } from "./components.ts";
import { setName } from "./origin-text.ts";

/** Something about a stack that the person should know; with its place where it is in a file. */
export interface StackProblem extends ReleaseProblem {
  readonly file?: number;
  /** Where in the file the reason stands. */
  readonly offset?: number;
  /** The number of the entry that it is about. */
  readonly set?: number;
}

/** An entry as a person finds it: `--set #2 (controller.replicas=3)`. */
export function entryText(stack: ReleaseStack, set: number): string {
  return `${setName(stack, set)} (${shorten(stack.sets[set]?.text ?? "")})`;
}

/** What a stack comes to. Parts that cost time are computed when they are first asked for. */
export interface StackValues {
  readonly stack: ReleaseStack;
  /** Chart defaults and all sources, put together as Helm does. */
  readonly values: HelmMap;
  /** Each component, with the top-level values that it inherits. */
  readonly components: readonly Component[];
  /** Where a mapping and another value met. */
  readonly conflicts: readonly ShapeConflict[];
  /** Everything that a later source took the place of. */
  readonly overridden: readonly Overridden[];
  /** What could not be read, and what Helm refuses. */
  readonly problems: readonly StackProblem[];
}

const CHART = "cap-operator";
const NOTHING: YamlFile = { text: "", documents: [{ start: 0, end: 0, root: undefined }], problems: [] };

const DEFAULTS = new WeakMap<SchemaModel, HelmMap>();
const KNOWN = new WeakMap<SchemaModel, WeakMap<ReleaseStack, StackValues>>();

/** The documented defaults of a schema, made once. */
export function defaultsOf(model: SchemaModel): HelmMap {
  const known = DEFAULTS.get(model);
  if (known) return known;
  const defaults = chartDefaults(model, CHART);
  DEFAULTS.set(model, defaults);
  return defaults;
}

/** What a stack comes to; a second call for the same stack gets the same answer. */
export function stackValues(stack: ReleaseStack, model: SchemaModel): StackValues {
  const ofModel = KNOWN.get(model) ?? new WeakMap<ReleaseStack, StackValues>();
  KNOWN.set(model, ofModel);
  const known = ofModel.get(stack);
  if (known) return known;
  const values = compute(stack, model);
  ofModel.set(stack, values);
  return values;
}

function compute(stack: ReleaseStack, model: SchemaModel): StackValues {
  const { values, conflicts, refused } = effectiveValues({
    helm: stack.helm,
    chart: { name: CHART, defaults: defaultsOf(model), dependencies: [] },
    files: stack.files.map(({ name, file }) => ({ name, file: readablePart(file, stack.helm) })),
    sets: stack.sets,
  });
  let components: readonly Component[] | undefined;
  let overridden: readonly Overridden[] | undefined;
  let problems: readonly StackProblem[] | undefined;
  return {
    stack,
    values,
    conflicts,
    get components() {
      components ??= componentValues(model, values);
      return components;
    },
    get overridden() {
      overridden ??= overriddenIn(values);
      return overridden;
    },
    get problems() {
      const leftOut = new Set(refused.flatMap((source) => (source.kind === "file" ? [source.file] : [])));
      problems ??= [
        ...stack.problems,
        ...fileProblems(stack, leftOut),
        ...refused.flatMap((source) =>
          source.kind === "set" ? [setProblem(stack, source.set, source.refusal)] : [],
        ),
      ];
      return problems;
    },
  };
}

/** What is wrong with one line must not keep the values of the others out of sight. */
function readablePart(file: YamlFile | undefined, helm: HelmMajor): YamlFile {
  if (!file || file.refused) return file ?? NOTHING;
  const [first, ...others] = documentsFor(file, helm);
  const documents = [{ start: 0, end: 0, root: first?.root }, ...others];
  return { text: file.text, documents, problems: [] };
}

function fileProblems({ files, helm }: ReleaseStack, leftOut: ReadonlySet<number>): StackProblem[] {
  return files.flatMap(({ name, file }, index): StackProblem[] => {
    const refusal = file && refusalOf(file, helm);
    if (!refusal) return [];
    if (file.refused) {
      // What is too much for us may be fine for Helm.
      const message = `The values file ${name} is left out. ${file.refused}`;
      return [{ message, severity: "warning", file: index, offset: refusal.offset }];
    }
    const line = new Lines(file).lineAt(refusal.offset) + 1;
    const rest = leftOut.has(index) ? "nothing of it counts here" : "the rest of it counts here";
    const message = `Helm refuses ${name}: line ${line}: ${refusal.message} Until it is mended, ${rest}.`;
    return [{ message, severity: "error", file: index, offset: refusal.offset }];
  });
}

function setProblem(stack: ReleaseStack, set: number, { message }: Refusal): StackProblem {
  return { message: `Helm refuses ${entryText(stack, set)}: ${message}`, severity: "error", set };
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
