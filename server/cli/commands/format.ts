import type { Command } from "commander";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { OpenFile } from "../../workspace/open-files.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { type RewriteOptions, rewriteFiles, withRewriting } from "../rewrite-files.ts";
import { PATHS } from "../standard-input.ts";

/** Columns of a level; the editor asks for its own. */
const INDENT = 2;

/** `format`: writes files in a uniform layout. */
export function addFormat(program: Command, io: Io, end: (code: ExitCode) => void): void {
  const command = program
    .command("format")
    .summary("format files")
    .description("Formats files as the editor does. Files that are not valid YAML are not changed.")
    .argument("[paths...]", PATHS);
  withRewriting(command).action(async (paths: string[], options: RewriteOptions) => {
    const { createYamlService } = await import("../../workspace/yaml-service.ts");
    const yaml = createYamlService();
    const rewrite = ({ analysis: { text } }: OpenFile) =>
      yaml.format(TextDocument.create(text.uri, "yaml", 0, text.getText()), INDENT);
    end(await rewriteFiles(paths, options, io, { what: "formatted", isWanted, rewrite }));
  });
}

function isWanted({ ownership, analysis: { file }, embedded }: OpenFile): boolean {
  // The rest of another product's document is not ours.
  if (embedded) return false;
  return ownership.strength === "certain" && file.problems.length === 0 && file.refused === undefined;
}
