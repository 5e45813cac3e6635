// The type of operations, and the reports of the command line, which read their texts from the disk.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { EXIT } from "../../server/cli/output/exit-codes.ts";
import { runProgram } from "../../server/cli/program.ts";
import type { LanguageService } from "../../server/core/language-service.ts";
import type { Analysis } from "../../server/core/semantics/analysis.ts";
import { filesIn } from "../../test/core/support/chart-shapes.ts";
import { silentIo } from "../../test/support/silent-io.ts";
import type { Shape } from "./shapes.ts";

/** An operation on a text. The text is prepared as an editor has it, which is not measured. */
export interface Operation {
  readonly name: string;
  /** Prepares it, which is not measured, and returns what is. */
  readonly prepare: (text: string, shape: Shape) => Promise<() => unknown>;
}

/** An analysis with the engine that it was made for. */
export interface Opened {
  readonly analysis: Analysis;
  readonly engine: LanguageService;
}

/** The number of places of a text that are asked about, whatever its size. */
const PLACES = 5;

/** An operation at places of an opened text. */
export function atPlaces(
  name: string,
  open: (text: string, shape: Shape) => Promise<Opened>,
  action: (opened: Opened, offset: number) => unknown,
): Operation {
  return {
    name,
    prepare: async (text, shape) => {
      const opened = await open(text, shape);
      const { length } = opened.analysis.file.text;
      return async () => {
        for (let place = 0; place <= PLACES; place++)
          await action(opened, Math.floor((length * place) / PLACES));
      };
    },
  };
}

/** Hover and completion, which every document has. */
export function atEveryPlace(
  open: (text: string, shape: Shape) => Promise<Opened>,
  suffix = "",
): Operation[] {
  return [
    atPlaces(`hover${suffix}`, open, ({ engine, analysis }, offset) =>
      engine.hover(analysis, analysis.text.positionAt(offset)),
    ),
    atPlaces(`completion${suffix}`, open, ({ engine, analysis }, offset) =>
      engine.completion(analysis, analysis.text.positionAt(offset), { snippets: true }),
    ),
  ];
}

/** The folder of a project; what is written into it is replaced by the next text. */
export const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-growth-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
let filled = "";

/** The values beside settings. */
export const VALUES = "controller:\n  replicas: 1\n";
/** The values beside a chart, which name some of its keys. */
const VALUES_FOR_CHART =
  "# cap-operator: values\ncontroller:\n  replicas: 1\n  labels: {a: b, k0: c}\n  key1: 1\nmore:\n  key2: 2\nkey3: {}\n";

const SETTINGS = "chart: cap-operator-chart\nmaxFileSize: 16\n";
export const CHART_SETTINGS = "chart: ./chart\nmaxFileSize: 16\n";

/** Writes a text into the folder: values, settings beside values, a chart beside values, or a document of another product. */
export function fill(text: string, { kind, file }: Shape): void {
  if (filled === text) return;
  rmSync(folder, { recursive: true, force: true });
  const files = new Map([
    [".cap-operator.yaml", kind === "settings" ? text : kind === "chart" ? CHART_SETTINGS : SETTINGS],
    [
      file ?? "values.yaml",
      file !== undefined
        ? text
        : kind === "settings"
          ? VALUES
          : kind === "chart"
            ? VALUES_FOR_CHART
            : `# cap-operator: ${kind}\n${text}`,
    ],
  ]);
  if (kind === "chart") for (const [name, content] of filesIn(text)) files.set(`chart/${name}`, content);
  for (const [name, content] of files) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  filled = text;
}

/** A report of the command line about the values in the folder, or another command. */
export function report(name: string, args: readonly string[], command = "check"): Operation {
  return {
    name,
    prepare: async (text, shape) => {
      fill(text, shape);
      const io = silentIo(folder);
      const what =
        { settings: "--all-releases", chart: "values.yaml" }[shape.kind as string] ?? shape.file ?? ".";
      return async () => {
        const code = await runProgram([command, ...args, what], io);
        if (code > EXIT.findings) throw new Error(`refused with code ${code}`);
      };
    },
  };
}
