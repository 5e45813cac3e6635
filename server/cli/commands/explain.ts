import type { Command } from "commander";
import type { Rule } from "../../core/rules/engine/rule.ts";
import { RULES } from "../../core/rules/table.ts";
import { keyText } from "../../core/yaml/key-path.ts";
import { addressOf } from "../../workspace/disk-workspace.ts";
import { EXIT, type ExitCode, wrongUse } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { readKeyPath } from "../key-path.ts";
import { openWorkspace } from "../open-workspace.ts";
import { openProject, type ProjectOptions, withProject } from "../project-option.ts";
import { plainLines } from "../terminal-text.ts";
import { type ValuesOptions, withChart } from "../values-options.ts";

interface ExplainOptions extends ProjectOptions, Pick<ValuesOptions, "chart" | "chartVersion"> {}

/** `explain`: what a code or a key means. */
export function addExplain(program: Command, io: Io, end: (code: ExitCode) => void): void {
  const command = program
    .command("explain")
    .summary("explain a code of a finding, or a key of the values")
    .description(
      "Explains the code of a finding (unknown-key), or a key of the values (controller.replicas): its documentation, type and default.",
    )
    .argument("<code-or-key>", "the code or the key")
    .option("--chart <chart>", "the chart whose key it is: a folder, an archive or a name")
    .option("--chart-version <version>", "its version");
  withProject(command).action(async (asked: string, options: ExplainOptions) => {
    const rule = RULES.find(({ code }) => code === asked);
    io.out(plainLines(`${rule ? ruleText(rule) : await keyPage(asked, options, io)}\n`));
    end(EXIT.clean);
  });
}

function ruleText({ code, severity, docs }: Rule): string {
  const example = (text: string) => text.replaceAll(/^(?=.)/gm, "    ");
  return [
    `${code} (${severity})`,
    docs.what,
    `Why: ${docs.why}`,
    "Wrong:",
    example(docs.wrong),
    "Right:",
    example(docs.right),
    ...(docs.later === undefined ? [] : ["The later values file of both:", example(docs.later)]),
    ...(docs.fix === undefined ? [] : [`Quick fix: ${docs.fix}`]),
  ].join("\n\n");
}

/** What the editor says about a key when the mouse is over it. */
async function keyPage(asked: string, options: ExplainOptions, io: Io): Promise<string> {
  const path = readKeyPath(asked);
  const project = openProject(options, io);
  const file = `${project.root}/cap-operator-explain-values.yaml`;
  const { text, position } = written(path);
  const workspace = openWorkspace(
    {
      packageFolder: io.packageFolder,
      cwd: io.cwd,
      folders: [project.root],
      settings: withChart(
        options,
        { ...project.settings, files: ["**/cap-operator-explain-values.yaml"] },
        io,
      ),
      files: [file],
      texts: new Map([[file, text]]),
      showsReleases: true,
    },
    () => undefined,
  );
  const looked = await workspace.file(addressOf(file));
  const hover = "file" in looked ? workspace.service.hover(looked.file.analysis, position) : null;
  const page =
    hover && typeof hover.contents === "object" && "value" in hover.contents ? hover.contents.value : "";
  if (page === "") throw wrongUse(`There is no code and no key ${keyText(path)}.`);
  return fromMarkdown(page);
}

/** The words of a page. Links lead to the files of the editor's documentation, so they go. */
function fromMarkdown(page: string): string {
  return page
    .replaceAll(/\[Documentation\]\([^)]*\)( · )?/g, "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("**", "")
    .replaceAll(/\\([!-/:-@[-`{-~])/g, "$1")
    .trimEnd();
}

/** A text in which only a key is written, and where it is. */
function written(path: readonly (string | number)[]) {
  const lines: string[] = [];
  let indent = "";
  let dash = "";
  for (const part of path) {
    if (typeof part === "number") dash += "- ";
    else {
      lines.push(`${indent}${dash}${JSON.stringify(part)}:`);
      indent += " ".repeat(dash.length + 2);
      dash = "";
    }
  }
  if (dash !== "") lines.push(`${indent}${dash}`);
  const line = lines.length - 1;
  const character = (lines[line] ?? "").search(/[^ -]/);
  return { text: `${lines.join("\n")}\n`, position: { line, character: Math.max(0, character) } };
}
