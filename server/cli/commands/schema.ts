import { readFileSync } from "node:fs";
import path from "node:path";
import { type Command, Option } from "commander";
import type { DocumentKind } from "../../core/wire/documents.ts";
import { openProject, type ProjectOptions, withProject } from "../options/project-option.ts";
import { chooseValues, type ValuesOptions, withValues } from "../options/values-options.ts";
import { EXIT, type ExitCode } from "../output/exit-codes.ts";
import type { Io } from "../output/io.ts";
import { jsonText } from "../output/runner-commands.ts";
import { plain, terminal } from "../output/terminal-text.ts";
import { resolveValues, tellOverridden } from "../values/resolve-values.ts";

interface SchemaOptions extends ProjectOptions, ValuesOptions {
  readonly kind: DocumentKind | "project" | "output";
}

/** `schema`: the JSON Schema of a chart, for other tools. */
export function addSchema(program: Command, io: Io, end: (code: ExitCode) => void): void {
  const command = program
    .command("schema")
    .summary("print the JSON Schema of a chart, for other tools")
    .description("Prints the JSON Schema (draft 7) of the chart that a release, files or options are for.")
    .addOption(
      new Option(
        "--kind <kind>",
        "of values files, of operator resources, of the settings of a project, or of what commands print as JSON, each in its definitions",
      )
        .choices(["values", "operator", "project", "output"])
        .default("values"),
    );
  withProject(withValues(command)).action(async (options: SchemaOptions) => {
    if (options.kind === "project" || options.kind === "output") {
      const file = `dist/schemas/${options.kind}.schema.json`;
      io.out(readFileSync(path.join(io.packageFolder, file), "utf8"));
      return end(EXIT.clean);
    }
    const project = openProject(options, io);
    const values = await resolveValues(await chooseValues(options, project, io), project, io);
    tellOverridden(values, io);
    const { service } = values.workspace;
    const { stack } = values;
    const { doubt } = service.chartOfStack(stack);
    if (doubt) io.err(terminal`${plain(doubt.message)}\n`);
    io.out(jsonText(service.jsonSchemaForOthers(options.kind, stack)));
    end(EXIT.clean);
  });
}
