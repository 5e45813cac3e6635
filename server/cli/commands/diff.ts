import path from "node:path";
import type { Command } from "commander";
import {
  differencesOf,
  type EffectiveDatum,
  type EffectiveDifference,
  valuesOnly,
} from "../../core/language-service.ts";
import { nearest } from "../../workspace/files/similar-words.ts";
import type { Project } from "../../workspace/settings/project.ts";
import { type ColourChoice, isColoured, withColour } from "../options/colour-option.ts";
import { findsFile } from "../options/given-values.ts";
import { type OutputForm, outputOption } from "../options/output-option.ts";
import { openProject, type ProjectOptions, withProject } from "../options/project-option.ts";
import { STANDARD_INPUT } from "../options/standard-input.ts";
import { chooseValues, publishedChart, type ValuesOptions } from "../options/values-options.ts";
import { EXIT, type ExitCode, wrongUse } from "../output/exit-codes.ts";
import type { Io } from "../output/io.ts";
import { jsonText } from "../output/runner-commands.ts";
import { palette, plain, terminal } from "../output/terminal-text.ts";
import { knownVersion, nearestVersion } from "../values/nearest-version.ts";
import { reportProblems, resolveValues, tellUndecided } from "../values/resolve-values.ts";

interface DiffOptions extends ProjectOptions {
  readonly output: OutputForm;
  readonly color: ColourChoice;
}

/** `diff`: which values differ. */
export function addDiff(program: Command, io: Io, end: (code: ExitCode) => void): void {
  const command = program
    .command("diff")
    .summary("show which values differ between releases, files or versions of the chart")
    .description(
      "Compares the values that the operator runs with, by key and origin. A side is a release of the settings, or values files joined by " +
        "commas, each followed by @VERSION for another version of the chart, or for the newest in a range such as @~0.30.0; @VERSION alone means its defaults. The exit code is 1 " +
        "if a value is different, or if Helm rejects a side. The objects that two charts render from the same values are not compared.",
    )
    .argument("<a>", "prod, base.yaml,prod.yaml, prod@0.34.0 or @0.34.0")
    .argument("<b>", "the other side")
    .addOption(outputOption());
  withColour(withProject(command)).action(async (a: string, b: string, options: DiffOptions) => {
    end(await diff(a, b, options, io));
  });
}

async function diff(a: string, b: string, options: DiffOptions, io: Io): Promise<ExitCode> {
  const project = openProject(options, io);
  if ([a, b].every((text) => parted(text).source.split(",").includes(STANDARD_INPUT)))
    throw wrongUse("The standard input can be named once only.");
  const before = await side(a, project, io);
  const after = await side(b, project, io);
  const isRefused = before.isRefused || after.isRefused;
  const found = differencesOf(before.data, after.data);
  if (before.chart !== after.chart) io.err(terminal`${plain(valuesOnly())}\n`);
  if (options.output === "json") io.out(jsonText(found.map(asJson)));
  else {
    const { red, green } = palette(isColoured(options.color, io));
    if (found.length > 0) {
      if (!before.isDecided || !after.isDecided) tellUndecided(io, "@VERSION");
      io.out(terminal`${red(terminal`--- ${plain(`${a} (${before.name})`)}`)}\n`);
      io.out(terminal`${green(terminal`+++ ${plain(`${b} (${after.name})`)}`)}\n`);
    }
    for (const difference of withHeads(found)) {
      io.out(terminal`${plain(difference.key)}\n`);
      if (difference.before) io.out(terminal`${red(terminal`  - ${shown(difference.before)}`)}\n`);
      if (difference.after) io.out(terminal`${green(terminal`  + ${shown(difference.after)}`)}\n`);
    }
    if (found.length === 0 && !isRefused) io.out("No value is different.\n");
  }
  if (isRefused) io.err(terminal`Not all values were compared, because Helm rejects some of them.\n`);
  return found.length > 0 || isRefused ? EXIT.findings : EXIT.clean;
}

interface Side {
  readonly data: readonly EffectiveDatum[];
  /** The chart, in words. */
  readonly name: string;
  readonly isDecided: boolean;
  /** Tells the chart from others. */
  readonly chart: string;
  /** True if Helm rejects any of its values, so that not all of them are in the data. */
  readonly isRefused: boolean;
}

async function side(text: string, project: Project, io: Io): Promise<Side> {
  const { source, chartVersion } = parted(text);
  const values = await resolveValues(
    await chooseValues(optionsOf(source, chartVersion, project, io), project, io),
    project,
    io,
  );
  const { service } = values.workspace;
  const { name, atHand, isDecided } = service.chartOfStack(values.stack);
  if (chartVersion !== undefined && knownVersion(chartVersion, service) === undefined) {
    throw wrongUse(
      `The version ${chartVersion} of the chart is not known.${nearestVersion(chartVersion, service)}`,
    );
  }
  const isRefused = reportProblems(values, io);
  const data = service.effectiveData(values.stack);
  return { data, name, isDecided, chart: atHand?.digest ?? name, isRefused };
}

/** A side as it is named: its release or files, and the version of the chart after the last `@`. */
function parted(text: string): { readonly source: string; readonly chartVersion: string | undefined } {
  const separator = text.lastIndexOf("@");
  return separator < 0
    ? { source: text, chartVersion: undefined }
    : { source: text.slice(0, separator), chartVersion: text.slice(separator + 1) };
}

function optionsOf(
  source: string,
  chartVersion: string | undefined,
  { settings }: Project,
  io: Io,
): ValuesOptions {
  // A release may name a chart of its own; a version that is asked for takes its place.
  const version = chartVersion !== undefined && { chartVersion, chart: publishedChart(io) };
  if (source === "") return { ...version };
  if (settings.releases.some(({ name }) => name === source)) return { release: source, ...version };
  const files = source.split(",");
  const missing = files.filter((file) => file !== STANDARD_INPUT && !findsFile(path.resolve(io.cwd, file)));
  if (missing.length > 0) {
    const hint = nearest(
      source,
      settings.releases.map((release) => release.name),
    );
    throw wrongUse(`${missing.join(", ")} is not a release of the settings or a file.${hint}`);
  }
  return { values: files, ...version };
}

function shown({ value, described = "removed", source }: EffectiveDatum) {
  return terminal`${plain(value === undefined ? described : JSON.stringify(value))}  # ${plain(source.text)}`;
}

/** Differences in their order, but those of the entries of a list or mapping right after it. */
function withHeads(found: readonly EffectiveDifference[]): EffectiveDifference[] {
  const groups = new Map<string, EffectiveDifference[]>();
  for (const difference of found) {
    const { key } = difference;
    const heads = [...key.matchAll(/[.[]/g)].map(({ index }) => groups.get(key.slice(0, index)));
    const group = heads.find((candidate) => candidate !== undefined);
    if (group) group.push(difference);
    else groups.set(key, [difference]);
  }
  return [...groups.values()].flat();
}

function asJson({ key, before, after }: EffectiveDifference): object {
  const sideJson = ({ value, described, source }: EffectiveDatum) => ({
    value,
    described,
    source: source.text,
  });
  return { key, ...(before && { before: sideJson(before) }), ...(after && { after: sideJson(after) }) };
}
