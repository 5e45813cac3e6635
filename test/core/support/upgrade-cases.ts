import assert from "node:assert/strict";
import { entryProblems } from "../../../server/core/features/entry-problems.ts";
import { upgradeValues } from "../../../server/core/features/upgrade-values.ts";
import type { ValuesUpgrade } from "../../../server/core/language-service.ts";
import { DEFAULT_SETTINGS } from "../../../server/core/settings.ts";
import type { ReleaseStack } from "../../../server/core/values/release-stack.ts";
import type { NamedCase } from "./case-files.ts";
import { chartOf as chartNamed, setEntry } from "./case-text.ts";
import { engine } from "./engine.ts";
import { chartOf, schemasOf } from "./made-schemas.ts";
import { stackOf } from "./release.ts";

/** A case of an upgrade: the new files of a release with another chart, and the notes about the change. */
export interface UpgradeCase extends NamedCase {
  readonly files?: Readonly<Record<string, string>>;
  /** The flags of the release, such as `--set a=b`. */
  readonly flags?: readonly string[];
  /** The chart of the release, perhaps with its version, and the name of the other one. */
  readonly chart?: string;
  readonly to?: string;
  /** In place of these, the defaults of a chart of which nothing else is known. `web.replicas` is renamed to `web.replicaCount`. */
  readonly defaults?: { readonly before: object; readonly after: object };
  /** The notes that matter to the release, each with its topic; `null` if the other chart is not known. */
  readonly notes?: readonly string[] | null;
  /** The notes about the rest of the chart. */
  readonly chartNotes?: readonly string[];
  /** All files that change. */
  readonly after?: Readonly<Record<string, string>>;
  /** The files with which the old defaults stay, or `null`. */
  readonly keeping?: Readonly<Record<string, string>> | null;
  /** The files without what the other chart ignores, or `null`. */
  readonly without?: Readonly<Record<string, string>> | null;
  /** The names of the two charts. */
  readonly names?: readonly [from: string, to: string];
}

/** The keys of a case. */
export const UPGRADE_CASE: Readonly<Record<keyof UpgradeCase, true>> = {
  case: true,
  text: true,
  files: true,
  flags: true,
  chart: true,
  to: true,
  defaults: true,
  notes: true,
  chartNotes: true,
  after: true,
  keeping: true,
  without: true,
  names: true,
};

const RENAMED = [{ from: "web.replicas", to: "web.replicaCount", in: "2.0.0" }];

/** An upgrade has the notes and the files of a case. */
export async function checkUpgradeCase(one: UpgradeCase): Promise<void> {
  const chart = chartNamed(one);
  const sets = (one.flags ?? []).map(setEntry);
  const stack = stackOf({ files: one.files ?? {}, sets, ...(chart && { chart }) });
  const found = await upgradeOf(one, stack);
  if (one.notes === null || found === undefined) {
    assert.equal(found, undefined);
    assert.equal(one.notes, null);
    return;
  }
  const isAboutChart = ({ topic }: ValuesUpgrade["notes"][number]) => topic === "chart";
  if (one.notes) {
    const notes = found.notes.filter((note) => !isAboutChart(note));
    assert.deepEqual(
      notes.map(({ topic, sentence }) => `${topic}: ${sentence}`),
      one.notes,
    );
  }
  if (one.chartNotes) {
    const notes = found.notes.filter(isAboutChart);
    assert.deepEqual(
      notes.map(({ sentence }) => sentence),
      one.chartNotes,
    );
  }
  if (one.after) assert.deepEqual(textsOf(found.files), one.after);
  if (one.keeping !== undefined)
    assert.deepEqual(found.keepingDefaults ? textsOf(found.keepingDefaults) : null, one.keeping);
  if (one.without !== undefined)
    assert.deepEqual(found.withoutIgnored ? textsOf(found.withoutIgnored) : null, one.without);
  if (one.names) assert.deepEqual([found.from, found.to], one.names);
}

function upgradeOf({ to = "", defaults }: UpgradeCase, stack: ReleaseStack) {
  if (!defaults) return engine.upgradeValues(stack, { name: to });
  const from = schemasOf(chartOf(defaults.before, "1.0.0"));
  const later = schemasOf(chartOf(defaults.after, "2.0.0"), RENAMED);
  return upgradeValues(stack, { from, to: later }, DEFAULT_SETTINGS, (values, charts) =>
    entryProblems(values, charts, DEFAULT_SETTINGS),
  );
}

function textsOf(files: readonly { readonly name: string; readonly after: string }[]) {
  return Object.fromEntries(files.map(({ name, after }) => [name, after]));
}
