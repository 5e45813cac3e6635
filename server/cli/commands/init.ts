import { existsSync } from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import { parse } from "jsonc-parser";
import { isLink } from "../../disk/paths.ts";
import { Bounds } from "../../workspace/files/disk-reach.ts";
import { readFileText } from "../../workspace/files/disk-values-files.ts";
import { isTable } from "../../workspace/files/setting-types.ts";
import { codeOf } from "../../workspace/files/system-error.ts";
import { MOST_PROJECT_BYTES, PROJECT_SETTINGS } from "../../workspace/settings/project.ts";
import { PROJECT_FILE } from "../../workspace/settings/project-reader.ts";
import { makeProjectText } from "../../workspace/settings/project-text.ts";
import { EXIT, type ExitCode, failed, wrongUse } from "../output/exit-codes.ts";
import type { Io } from "../output/io.ts";
import { plain, terminal } from "../output/terminal-text.ts";
import { writeNew } from "../rewriting/whole-file.ts";
import { type ChartOptions, chartToName } from "../values/chart-to-name.ts";

const EDITOR_SETTINGS = ".vscode/settings.json";
const PREFIX = "capOperator.";

/** `init`: writes the settings of a project. */
export function addInit(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command("init")
    .summary("write the settings of a project")
    .description(
      `Writes ${PROJECT_FILE} into this folder: with the settings of ${EDITOR_SETTINGS}, so that a pipeline knows the same ` +
        "releases as the editor, otherwise with an example. If these name no chart, it asks which one the values are for; without a " +
        "terminal, it takes the newest published version.",
    )
    .option("--chart <chart>", "the installed chart: a folder, an archive, or a name")
    .option("--chart-version <version>", "its version; alone, one of the published chart")
    .action(async (options: ChartOptions) => {
      const file = path.join(io.cwd, PROJECT_FILE);
      if (existsSync(file)) throw wrongUse(`${PROJECT_FILE} already exists in this folder.`);
      if (isLink(file))
        throw failed(
          `${PROJECT_FILE} is a link to a file that does not exist. Remove the link, or create the file.`,
        );
      const editor = editorSettings(io.cwd);
      const { text, settings } = makeProjectText(editor, await chartToName(options, editor, io));
      try {
        writeNew(file, text);
      } catch (error) {
        throw failed(`${PROJECT_FILE} could not be written: ${codeOf(error)}.`);
      }
      const from = settings.length === 0 ? "" : ` with the settings of ${EDITOR_SETTINGS}`;
      io.out(terminal`${plain(PROJECT_FILE)} written${plain(from)}.\n`);
      end(EXIT.clean);
    });
}

/** The settings of a project in an editor's settings, in which comments are allowed; `capOperator.a.b` becomes `b` in `a`. */
function editorSettings(cwd: string): Record<string, unknown> {
  const file = path.join(cwd, EDITOR_SETTINGS);
  if (!existsSync(file)) return {};
  const read = readFileText(file, MOST_PROJECT_BYTES, new Bounds([cwd]).mayRead);
  if (!("text" in read)) throw failed(`${EDITOR_SETTINGS} ${read.problem}.`);
  const raw: unknown = parse(read.text);
  if (!isTable(raw)) throw wrongUse(`${EDITOR_SETTINGS} cannot be read as settings.`);
  const settings: Record<string, unknown> = {};
  for (const name of PROJECT_SETTINGS) {
    const value = Object.hasOwn(raw, PREFIX + name) ? raw[PREFIX + name] : undefined;
    const inside = `${PREFIX}${name}.`;
    const inner = Object.entries(raw).flatMap(([key, value]) =>
      key.startsWith(inside) ? [[key.slice(inside.length), value] as const] : [],
    );
    if (value !== undefined) settings[name] = value;
    else if (inner.length > 0) settings[name] = Object.fromEntries(inner);
  }
  return settings;
}
