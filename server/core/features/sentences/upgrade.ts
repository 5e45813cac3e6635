import * as l10n from "@vscode/l10n";
import type { Umbrella } from "../../chart/chart.ts";
import type { ChartChange, KeyPath } from "../../chart/compare-charts.ts";
import { quoted } from "../../rules/engine/sentences.ts";
import { pathText } from "../../schema/markdown.ts";
import { scalarText } from "../../schema/scalar-text.ts";
import type { Schemas } from "../../schema/schemas.ts";
import type { RunningChange } from "../../semantics/upgrade/chart-upgrade.ts";
import type { Migration, MigrationObstacle } from "../../semantics/upgrade/migrate-text.ts";
import type { RenderedWith } from "../../semantics/upgrade/rendered-with.ts";
import { shown } from "../../yaml/shown.ts";

/** The sentence about a migration in a file. */
export function migrationText(file: string, migration: Migration): string {
  switch (migration.kind) {
    case "transfer":
      return l10n.t("{0}: {1} is now {2}.", file, keyName(migration.from), keyName(migration.to));
    case "reword":
      return l10n.t(
        "{0}: the value of {1} is now called {2}.",
        file,
        keyName(migration.path),
        migration.value,
      );
    case "remove":
      return l10n.t("{0}: {1} is removed.", file, keyName(migration.path));
    case "add":
      return l10n.t("{0}: {1} keeps its value.", file, keyName(migration.path));
  }
}

/** The reason why a migration is left to a person. */
export function obstacleText(obstacle: MigrationObstacle, migration: Migration): string {
  switch (obstacle) {
    case "set-already": {
      const name = keyName(migration.kind === "transfer" ? migration.to : migration.path);
      return l10n.t("Change it by hand: a value is already set at {0}.", name);
    }
    case "unsafe":
      return l10n.t("Change it by hand: it is written in a way that is not safe to change.");
    case "unread":
      return l10n.t("Change it by hand: Helm does not read the file as it is.");
  }
}

/** The advice on an entry that sets a key by its old name. */
export function renamedText(
  entry: string,
  { from, to }: { readonly from: KeyPath; readonly to: KeyPath },
  { chart }: Schemas,
): string {
  return l10n.t("{0}: {1} is {2} in {3}. Change the entry.", entry, keyName(from), keyName(to), chart.name);
}

/** The sentence about a value that equals the new default. */
export function newDefaultText(file: string, path: KeyPath): string {
  return l10n.t("{0} sets {1} to the new default.", file, keyName(path));
}

/** A message with its file and line. */
export function lineText(file: string, line: number, message: string): string {
  return l10n.t("{0}, line {1}: {2}", file, line, message);
}

/** The sentence about a value with which the operator would otherwise run, with the reason. */
export function runningText(
  { path, ...values }: RunningChange,
  why: "not-migrated" | "ignored-so-far" | "default",
): string {
  const what =
    "from" in values && "to" in values
      ? l10n.t("{0} changes from {1} to {2}.", keyName(path), valueText(values.from), valueText(values.to))
      : "to" in values
        ? l10n.t("{0} becomes {1}.", keyName(path), valueText(values.to))
        : l10n.t("{0} is no longer {1}.", keyName(path), valueText(values.from));
  return `${what} ${whyText(why)}`;
}

function whyText(why: "not-migrated" | "ignored-so-far" | "default"): string {
  switch (why) {
    case "not-migrated":
      return l10n.t("What is set for it is not migrated.");
    case "ignored-so-far":
      return l10n.t("What is set for it was ignored so far.");
    case "default":
      return l10n.t("Its default changes, and nothing sets it.");
  }
}

/** The sentence about a value that the other chart ignores. */
export function ignoredText(source: string, path: KeyPath, { chart }: Schemas): string {
  const absence = chart.absence(path);
  if (!absence) {
    return l10n.t("{0} sets {1}, which {2} does not have. It is ignored.", source, keyName(path), chart.name);
  }
  return "removed" in absence
    ? l10n.t(
        "{0} sets {1}, which {2} does not have (removed in {3}). It is ignored.",
        source,
        keyName(path),
        chart.name,
        absence.removed,
      )
    : l10n.t(
        "{0} sets {1}, which {2} does not have (added in {3}). It is ignored.",
        source,
        keyName(path),
        chart.name,
        absence.since,
      );
}

/** The sentence about a key that gains or loses effect because of another one. */
export function renderedText({ change, path, other }: RenderedWith): string {
  const [name, cause] = [keyName(path), keyName(other)];
  return change === "added"
    ? l10n.t("{0} also takes effect where {1} is used, which is new.", name, cause)
    : l10n.t("{0} no longer takes effect where {1} was used, which is removed.", name, cause);
}

/** The reason why the values of a dependency are not migrated, with a remedy. */
export function dependencyText({ name, key, dependency }: Umbrella): string {
  const reason = l10n.t(
    'The values below "{0}" are those of a dependency of the chart {1}, and are not migrated.',
    shown(key),
    shown(name),
  );
  const remedy = l10n.t(
    "Change the version of {0} in its Chart.yaml; what no longer fits is then reported in the values files.",
    dependency.name,
  );
  return `${reason} ${remedy}`;
}

/** The sentence about a difference of the other chart. */
export function chartText(change: ChartChange): string {
  switch (change.kind) {
    case "added":
      return "default" in change
        ? l10n.t("{0} is new (default: {1}).", keyName(change.path), valueText(change.default))
        : l10n.t("{0} is new.", keyName(change.path));
    case "removed":
      return l10n.t("{0} is removed.", keyName(change.path));
    case "defaultChanged":
      return l10n.t(
        "The default of {0} changes from {1} to {2}.",
        keyName(change.path),
        valueText(change.from),
        valueText(change.to),
      );
    case "renamed":
      return l10n.t("{0} is now {1}.", keyName(change.from), keyName(change.to));
  }
}

function keyName(path: KeyPath): string {
  return quoted(shown(pathText(path), 200));
}

function valueText(value: unknown): string {
  return shown(scalarText(value));
}
