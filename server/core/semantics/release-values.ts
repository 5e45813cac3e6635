import * as l10n from "@vscode/l10n";
import { faultText } from "../fault-text.ts";
import { pathText } from "../schema/markdown.ts";
import { failsWithNull, holdsMapping, type SchemaModel, type SchemaNode } from "../schema/model.ts";
import type { Schemas } from "../schema/schemas.ts";
import type { Switch } from "../values/charts-below.ts";
import { type DependencyValues, dependencyValues } from "../values/dependency.ts";
import { effectiveValues, type Overridden, overriddenIn, type RefusedSource } from "../values/effective.ts";
import { documentsFor } from "../values/helm-documents.ts";
import { type HelmMap, type HelmNode, isNull, nodeAt, type Origin } from "../values/helm-tree.ts";
import { refusalOf } from "../values/helm-value.ts";
import type { ShapeConflict } from "../values/merge.ts";
import type { HelmMajor, Refusal } from "../values/refusal.ts";
import { beginsWithUmbrella, type ReleaseProblem, type ReleaseStack } from "../values/release-stack.ts";
import type { ChartDoubt } from "../wire/charts.ts";
import { isRefusedByHelm } from "../yaml/fault.ts";
import { Lines } from "../yaml/lines.ts";
import { memo } from "../yaml/memo.ts";
import { readByHelm, regionOf } from "../yaml/region.ts";
import { shown } from "../yaml/shown.ts";
import type { Path, YamlFile } from "../yaml/tree.ts";
import { chartOf } from "./chart-defaults.ts";
import { type Component, componentValues } from "./components.ts";
import { originText, setName } from "./origin-text.ts";

/** Something that the user should know about a stack, with its place if it is in a file. */
export interface StackProblem extends ReleaseProblem {
  readonly file?: number;
  /** The offset of the reason in the file. */
  readonly offset?: number;
  /** The number of the entry that it is about. */
  readonly set?: number;
  /** The source of the chart's name, if the problem is about the chart, which the files report as well. */
  readonly chart?: ChartDoubt["by"];
  /** The code of the rule whose page describes it; absent for a fault of the release as a whole. */
  readonly code?: "syntax" | "wrong-shape" | "null-removes-default";
}

/** An entry in a form in which the user can find it: `--set #2 (controller.replicas=3)`. */
export function entryText(stack: ReleaseStack, set: number): string {
  return `${setName(stack, set)} (${shown(stack.sets[set]?.text ?? "")})`;
}

const NOTHING: YamlFile = {
  text: "",
  documents: [{ start: 0, end: 0, root: undefined, multiline: [] }],
  problems: [],
};

/** The values of a release: chart defaults and all sources, merged as Helm does. Expensive parts are computed on first use. */
export class ReleaseValues {
  readonly stack: ReleaseStack;
  readonly schemas: Schemas;
  /** The values as the templates of the chart see them. */
  readonly values: HelmMap;
  /** The places at which a mapping met another kind of value. */
  readonly conflicts: readonly ShapeConflict[];
  /** The value that switches the chart off, if it is a dependency of the one that is installed. */
  readonly switchedOff: DependencyValues["switchedOff"];
  readonly #off: DependencyValues["off"];
  readonly #refused: readonly RefusedSource[];
  #components: readonly Component[] | undefined;
  #overridden: readonly Overridden[] | undefined;
  #problems: readonly StackProblem[] | undefined;

  constructor(stack: ReleaseStack, schemas: Schemas) {
    const umbrella = stack.chart?.umbrella;
    // Values in a document are those of the chart around the operator's below their key.
    const given = (file: YamlFile) => (umbrella ? regionOf(file).top : readByHelm(file));
    const sources = {
      helm: stack.helm,
      chart: chartOf(schemas),
      files: stack.files.map(({ name, file }) => ({
        name,
        file: readablePart(file && given(file), stack.helm),
      })),
      sets: stack.sets,
      readFile: stack.readFile,
    };
    const made: DependencyValues = umbrella
      ? dependencyValues(sources, umbrella, beginsWithUmbrella(stack))
      : effectiveValues(sources);
    const { values, conflicts, refused, switchedOff, off } = made;
    this.stack = stack;
    this.schemas = schemas;
    this.values = values;
    this.conflicts = conflicts;
    this.switchedOff = switchedOff;
    this.#off = off;
    this.#refused = refused;
  }

  get schema(): SchemaModel {
    return this.schemas.model("values");
  }

  /** Each component, with the top-level values that it inherits. */
  get components(): readonly Component[] {
    this.#components ??= componentValues(this.schema, this.values);
    return this.#components;
  }

  /** Everything that a later source replaced. */
  get overridden(): readonly Overridden[] {
    this.#overridden ??= overriddenIn(this.values);
    return this.#overridden;
  }

  /** The value that switches off the dependency whose values are at a path; `undefined` if it is on. */
  offAt(path: Path): Switch | undefined {
    return this.#off.find(
      ({ at: place }) => place.length === path.length && place.every((key, index) => key === path[index]),
    )?.by;
  }

  /** The origin of a value that Helm refuses because it is in the place of a mapping: that of a dependency. */
  get noMapping(): Origin | undefined {
    return this.#refused.find((source) => source.kind === "dependency")?.origin;
  }

  /** Unreadable sources, and refusals of Helm. */
  get problems(): readonly StackProblem[] {
    this.#problems ??= [...doubtProblem(this.schemas.chart.doubt), ...problemsOf(this.stack, this.#refused)];
    return this.#problems;
  }

  /** The values with which the chart cannot be rendered: nulls, and values in the place of a mapping that templates read keys in. */
  get fatalValues(): readonly StackProblem[] {
    return fatalValues(this.schema.root, this.values, this.stack, []);
  }

  /**
   * True if Helm ignores the nulls of the file: Helm 4 does so in the values that a chart brings along for its dependency, unless something
   * else sets values there.
   */
  get ignoresNulls(): boolean {
    const { helm, files, sets } = this.stack;
    if (helm !== 4 || sets.length > 0 || !beginsWithUmbrella(this.stack)) return false;
    return files.slice(1).every(({ file }) => file?.documents.every(({ root }) => root?.type !== "object"));
  }

  /** The value at a path as the templates of the chart see it. A component may take something else from the top level: see `EffectiveValue`. */
  given(path: Path): HelmNode | undefined {
    return nodeAt(this.values, path);
  }
}

/** The values of a stack; a second call for the same stack returns the same object. */
export function releaseValues(stack: ReleaseStack, schemas: Schemas): ReleaseValues {
  return valuesOfStack(stack)(schemas);
}

const valuesOfStack = memo((stack: ReleaseStack) =>
  memo((schemas: Schemas) => new ReleaseValues(stack, schemas), new WeakMap()),
);

function problemsOf(stack: ReleaseStack, refused: readonly RefusedSource[]): StackProblem[] {
  const leftOut = new Set(refused.flatMap((source) => (source.kind === "file" ? [source.file] : [])));
  return [
    ...stack.problems,
    ...fileProblems(stack, leftOut),
    ...refused.flatMap((source) => {
      if (source.kind === "set") return [setProblem(stack, source.set, source.refusal)];
      return source.kind === "dependency" ? [dependencyProblem(source)] : [];
    }),
  ];
}

function doubtProblem(doubt: ChartDoubt | undefined): StackProblem[] {
  if (doubt === undefined) return [];
  const { severity, by: naming, message } = doubt;
  return [{ message, severity, chart: naming }];
}

/** A file without its problems: a problem on one line must not hide the values on the others. */
function readablePart(file: YamlFile | undefined, helm: HelmMajor): YamlFile {
  if (!file || file.refused) return file ?? NOTHING;
  const [first, ...others] = documentsFor(file, helm);
  const documents = [{ start: 0, end: 0, root: first?.root, multiline: first?.multiline ?? [] }, ...others];
  return { text: file.text, documents, problems: [] };
}

function fileProblems({ files, helm }: ReleaseStack, leftOut: ReadonlySet<number>): StackProblem[] {
  return files.flatMap(({ name, file }, index): StackProblem[] => {
    // Helm refuses the whole file, also for a fault outside of the values.
    const whole = file && readByHelm(file);
    const refusal = whole && refusalOf(whole, helm);
    if (!whole || !refusal) return [];
    if (whole.refused) {
      if (isRefusedByHelm(whole.refused)) {
        const message = l10n.t("Helm rejects {0}: {1}", name, faultText(whole.refused));
        return [{ message, severity: "error", code: "syntax", file: index, offset: refusal.offset }];
      }
      // A file that is too large for this tool may be fine for Helm.
      const message = l10n.t("The values file {0} is left out. {1}", name, faultText(whole.refused));
      return [{ message, severity: "warning", file: index, offset: refusal.offset }];
    }
    const line = new Lines(whole).lineAt(refusal.offset) + 1;
    const message = leftOut.has(index)
      ? l10n.t(
          "Helm rejects {0}: line {1}: {2} Until that is fixed, all of it is ignored here.",
          name,
          line,
          faultText(refusal.fault),
        )
      : l10n.t(
          "Helm rejects {0}: line {1}: {2} Until that is fixed, only the rest of it is used here.",
          name,
          line,
          faultText(refusal.fault),
        );
    return [{ message, severity: "error", code: "syntax", file: index, offset: refusal.offset }];
  });
}

/** The values of a dependency are a mapping; Helm refuses anything else, even nothing. */
function dependencyProblem({ name, origin }: Extract<RefusedSource, { kind: "dependency" }>): StackProblem {
  const message = l10n.t(
    'Helm rejects the value of "{0}": the values of a dependency must be a mapping.',
    shown(name),
  );
  const position =
    origin.kind === "file" ? { file: origin.file, offset: (origin.key ?? origin.value).offset } : {};
  const code = "wrong-shape";
  return { message, severity: "error", code, ...position, ...(origin.kind === "set" && { set: origin.set }) };
}

function fatalValues(schema: SchemaNode, map: HelmMap, stack: ReleaseStack, above: Path): StackProblem[] {
  return [...schema.properties].flatMap(([key, child]): StackProblem[] => {
    if (!failsWithNull(child)) return [];
    const path = [...above, key];
    const node = map.entries.get(key);
    if (node?.type === "map") return fatalValues(child, node, stack, path);
    if (node && !isNull(node)) {
      if (!holdsMapping(child) || isAsGoodAsEmpty(child, node)) return [];
      const message = l10n.t(
        'The chart cannot be rendered while "{0}" is not a mapping ({1}).',
        pathText(path),
        originText(node.origin, stack).text,
      );
      return [{ message, severity: "error" }];
    }
    const origin = node?.origin ?? map.removed.get(key)?.by;
    if (!origin) return [];
    const message = l10n.t(
      'The chart cannot be rendered while "{0}" is null ({1}).',
      pathText(path),
      originText(origin, stack).text,
    );
    return [{ message, severity: "error", code: "null-removes-default" }];
  });
}

/** True for an empty text or list where templates merge values: merging treats it like a missing one. */
function isAsGoodAsEmpty({ annotations: { componentLevel, topLevel } }: SchemaNode, node: HelmNode): boolean {
  const how = componentLevel ?? topLevel?.how ?? "replace";
  if (how === "replace") return false;
  return node.type === "list" ? node.items.length === 0 : node.type === "leaf" && node.value === "";
}

function setProblem(stack: ReleaseStack, set: number, { fault }: Refusal): StackProblem {
  return {
    message: l10n.t("Helm rejects {0}: {1}", entryText(stack, set), faultText(fault)),
    severity: "error",
    code: fault.code === "not-a-mapping" || fault.code === "not-a-list" ? "wrong-shape" : "syntax",
    set,
  };
}
