import { TextDocument } from "vscode-languageserver-textdocument";
import type { Umbrella } from "../chart/chart.ts";
import type { ChartChange } from "../chart/compare-charts.ts";
import { KINDS, rootsOf } from "../kinds.ts";
import { newErrors } from "../rules/proof.ts";
import type { Schemas } from "../schema/schemas.ts";
import { Analysis } from "../semantics/analysis.ts";
import { fixedSchemas, type SchemaChoice } from "../semantics/charts-in-use.ts";
import { entryText, type ReleaseValues } from "../semantics/release-values.ts";
import { Semantics } from "../semantics/semantics.ts";
import {
  type ChartUpgrade,
  chartUpgrade,
  keepingOld,
  nowDefault,
  type RunningChange,
  withoutRemoved,
} from "../semantics/upgrade/chart-upgrade.ts";
import type { Migrated } from "../semantics/upgrade/migrate-text.ts";
import { renderedWith } from "../semantics/upgrade/rendered-with.ts";
import { isSetIn, sourcesSetting } from "../semantics/upgrade/setting-sources.ts";
import type { Settings } from "../settings.ts";
import { fileName, type ReleaseStack } from "../values/release-stack.ts";
import type { UpgradedFile, UpgradeNote, ValuesUpgrade } from "../wire/charts.ts";
import { difference } from "../yaml/edits/difference.ts";
import type { Edit } from "../yaml/edits/edit.ts";
import { applied } from "../yaml/edits/edits.ts";
import { lineChanges, lineEdits } from "../yaml/edits/line-edits.ts";
import { isAtOrBelow } from "../yaml/key-path.ts";
import { withModelineChart } from "../yaml/modeline.ts";
import { regionOf } from "../yaml/region.ts";
import type { YamlFile } from "../yaml/tree.ts";
import {
  chartText,
  dependencyText,
  ignoredText,
  lineText,
  migrationText,
  newDefaultText,
  obstacleText,
  renamedText,
  renderedText,
  runningText,
} from "./sentences/upgrade.ts";

/** Checks the entries of a release by the rules. */
export type CheckEntries = (
  release: ReleaseValues,
  charts: SchemaChoice,
) => Promise<
  readonly {
    readonly set: number;
    readonly severity: string;
    readonly code: string;
    readonly message: string;
  }[]
>;

/** The chart in use and another one. */
interface UpgradedCharts {
  readonly from: Schemas;
  readonly to: Schemas;
  /** The options that name the other chart in the comment at the top of a file, if that comment decides. */
  readonly modeline?: string;
}

/** Compares the values of a release with those under another chart. The files are migrated as far as that is safe, and notes tell everything else. */
export async function upgradeValues(
  stack: ReleaseStack,
  { from, to, modeline }: UpgradedCharts,
  settings: Settings,
  checkEntries: CheckEntries,
): Promise<ValuesUpgrade> {
  const umbrella = stack.chart?.umbrella;
  if (umbrella) return notMigrated(umbrella, from, to);
  const upgrade = chartUpgrade(stack, from, to);
  const kept = keepingOld(upgrade.stack, upgrade.running);
  const isOtherVersion = [from, to].every(isPublishedVersion);
  const named = (text: string) =>
    (modeline === undefined ? undefined : withModelineChart(text, modeline, isOtherVersion)) ?? text;
  const keepingDefaults = filesOf(stack, kept, named);
  const differs = ({ files }: ReleaseStack) =>
    files.some(({ file }, index) => file !== upgrade.stack.files[index]?.file);
  const without = withoutRemoved(upgrade);
  return {
    from: from.chart.name,
    to: to.chart.name,
    notes: [
      ...upgrade.migrated.flatMap((results, file) =>
        results.flatMap((result) => ofFile(result, stack, file)),
      ),
      ...ofEntries(upgrade, stack),
      ...ignored(upgrade, stack),
      ...upgrade.running.map((change) => running(change, upgrade)),
      ...renderedWith(upgrade, stack).map((change) => ({
        topic: "running" as const,
        sentence: renderedText(change),
      })),
      ...(await errors(stack, upgrade, settings, checkEntries)),
      ...stack.files.flatMap(({ name }, file) =>
        nowDefault(upgrade, file).map((path) => ({
          topic: "default" as const,
          sentence: newDefaultText(name, path),
        })),
      ),
      ...inChart(upgrade, stack),
    ],
    files: filesOf(stack, upgrade.stack, named),
    ...(differs(kept) && { keepingDefaults }),
    ...(differs(without) && { withoutIgnored: filesOf(stack, without, named) }),
  };
}

/** The version of a dependency is chosen in the chart around it, and its values are a part of that chart's. */
function notMigrated(umbrella: Umbrella, from: Schemas, to: Schemas): ValuesUpgrade {
  const notes = [{ topic: "byHand" as const, sentence: dependencyText(umbrella) }];
  return { from: from.chart.name, to: to.chart.name, notes, files: [] };
}

function ofFile({ migration, obstacle }: Migrated, stack: ReleaseStack, file: number): UpgradeNote[] {
  const { name } = stack.files[file] ?? { name: "" };
  const sentence = migrationText(name, migration);
  if (obstacle === undefined) return [{ topic: "migrated", sentence }];
  return [{ topic: "byHand", sentence: `${sentence} ${obstacleText(obstacle, migration)}` }];
}

/** Notes on values that entries set by an old name; the entries are in settings, so they are not changed. */
function ofEntries({ changes, to }: ChartUpgrade, stack: ReleaseStack): UpgradeNote[] {
  return changes.flatMap((change): UpgradeNote[] => {
    if (change.kind !== "renamed") return [];
    return sourcesSetting(stack, change.from).flatMap((source): UpgradeNote[] => {
      if (source.kind !== "set") return [];
      const sentence = renamedText(entryText(stack, source.set), change, to);
      return [{ topic: "byHand", sentence }];
    });
  });
}

function ignored({ changes, to }: ChartUpgrade, stack: ReleaseStack): UpgradeNote[] {
  return changes.flatMap((change) => {
    if (change.kind !== "removed") return [];
    return sourcesSetting(stack, change.path).map((source): UpgradeNote => {
      const who = source.kind === "file" ? `${stack.files[source.file]?.name}` : entryText(stack, source.set);
      return { topic: "ignored", sentence: ignoredText(who, change.path, to) };
    });
  });
}

function running(change: RunningChange, { changes, before, after }: ChartUpgrade): UpgradeNote {
  const { path } = change;
  const old = changes.flatMap((renaming) =>
    renaming.kind === "renamed" && isAtOrBelow(path, renaming.to)
      ? [[...renaming.from, ...path.slice(renaming.to.length)]]
      : [],
  );
  const why = [path, ...old].some((other) => "from" in change && isSetIn(before, other))
    ? "not-migrated"
    : isSetIn(after, path)
      ? "ignored-so-far"
      : "default";
  return { topic: "running", sentence: runningText(change, why) };
}

/** The errors that appear, in the files as they would be, and in the entries. */
async function errors(
  stack: ReleaseStack,
  { from, to, before, after, stack: later }: ChartUpgrade,
  settings: Settings,
  checkEntries: CheckEntries,
): Promise<UpgradeNote[]> {
  const notes: UpgradeNote[] = [];
  for (const [index, { name, uri, file }] of stack.files.entries()) {
    const migrated = later.files[index]?.file;
    if (!file || !migrated || uri === undefined || file.refused !== undefined) continue;
    const [old, fresh] = [semanticsOf(stack, index, from), semanticsOf(later, index, to)];
    const edits = lineChanges(file.text, migrated.text);
    for (const { start, message } of await newErrors(old, fresh, edits, settings)) {
      const line = fresh.analysis.text.positionAt(start).line + 1;
      notes.push({ topic: "error", sentence: lineText(name, line, message) });
    }
  }
  const known = await checkEntries(before, fixedSchemas(from));
  const isKnown = (set: number, code: string) =>
    known.some((problem) => problem.set === set && problem.code === code);
  for (const { set, severity, code, message } of await checkEntries(after, fixedSchemas(to))) {
    if (severity !== "error" || isKnown(set, code)) continue;
    notes.push({ topic: "error", sentence: `${entryText(stack, set)}: ${message}` });
  }
  return notes;
}

function semanticsOf(stack: ReleaseStack, index: number, schemas: Schemas): Semantics {
  const { uri = "", file } = stack.files[index] ?? {};
  const read: YamlFile = file ?? { text: "", documents: [], problems: [] };
  const documents = stack.helm === 3 ? read.documents.slice(0, 1) : read.documents;
  const roots = rootsOf({ documents }, KINDS.values);
  return new Semantics(new Analysis(uri, 0, read, roots, [stack], stack.helm), fixedSchemas(schemas));
}

/** Chart changes that do not affect these values. */
function inChart({ changes, running }: ChartUpgrade, stack: ReleaseStack): UpgradeNote[] {
  const isSaid = (change: ChartChange) => {
    if (change.kind === "added") return false;
    if (change.kind === "defaultChanged")
      return running.some((changed) => isAtOrBelow(changed.path, change.path));
    return sourcesSetting(stack, change.kind === "removed" ? change.path : change.from).length > 0;
  };
  return changes
    .filter((change) => !isSaid(change))
    .map((change) => ({ topic: "chart", sentence: chartText(change) }));
}

/** True if a modeline can name the chart by its version alone. */
function isPublishedVersion({ chart }: Schemas): boolean {
  return chart.vocabulary === "published" && chart.atHand === undefined;
}

/** The files that change. Values in a document are changed there: all else is blank in their text, at the same offsets. */
function filesOf(stack: ReleaseStack, later: ReleaseStack, named: (text: string) => string): UpgradedFile[] {
  const changes = new Map<
    string,
    { readonly name: string; readonly before: string; readonly edits: Edit[] }
  >();
  for (const [index, { name, uri, file }] of stack.files.entries()) {
    const migrated = later.files[index]?.file?.text;
    if (uri === undefined || !file || migrated === undefined) continue;
    const edit = difference(file.text, named(migrated));
    if (edit.start === edit.end && edit.text === "") continue;
    const { text: before } = regionOf(file).around ?? file;
    const { edits } = changes.get(uri) ?? { edits: [] as Edit[] };
    edits.push(edit);
    changes.set(uri, { name: stack.files[index]?.place === undefined ? name : fileName(uri), before, edits });
  }
  return [...changes].map(([uri, { name, before, edits }]) => {
    const after = applied(
      before,
      edits.sort((first, other) => first.start - other.start),
    );
    return { uri, name, before, after, edits: lineEdits(TextDocument.create(uri, "yaml", 0, before), after) };
  });
}
