import { type Command, Option } from "commander";
import type { DiskWorkspace } from "../../workspace/open/disk-workspace.ts";
import { keptNote } from "../../workspace/open/formatting-notes.ts";
import type { OpenFile } from "../../workspace/open/open-files.ts";
import { PATHS } from "../options/standard-input.ts";
import type { ExitCode } from "../output/exit-codes.ts";
import type { Io } from "../output/io.ts";
import { plainLines, terminal } from "../output/terminal-text.ts";
import { type RewriteOptions, rewriteFiles, withRewriting } from "../rewriting/rewrite-files.ts";

interface FormatOptions extends RewriteOptions {
  readonly check?: boolean;
}

/** Columns of a level where nothing sets their number; an editor has its own. */
const INDENT = 2;

/** `format`: writes files in a uniform layout. */
export function addFormat(program: Command, io: Io, end: (code: ExitCode) => void): void {
  const command = program
    .command("format")
    .summary("format files")
    .description(
      "Formats files as the editor does. A level has as many columns as .editorconfig sets, or else as the file has. Lines whose values or comments would change are left as they are, and are reported. Files that are not valid YAML are not changed.",
    )
    .argument("[paths...]", PATHS)
    .addOption(
      new Option("--check", "list the files that would change, and change nothing").conflicts("dryRun"),
    );
  withRewriting(command).action(async (paths: string[], options: FormatOptions) => {
    const { createYamlService } = await import("../../workspace/open/yaml-service.ts");
    const yaml = createYamlService();
    const rewrite = async (
      { analysis: { text } }: OpenFile,
      workspace: DiskWorkspace,
      shown: string,
    ): Promise<string | undefined> => {
      const set = await workspace.configuredIndent(text.uri);
      const formatted = await yaml.format(text.getText(), { set, usual: INDENT });
      if ("problem" in formatted) return undefined;
      const note = keptNote(shown, formatted.kept);
      if (note !== undefined) io.err(terminal`${plainLines(note)}\n`);
      return formatted.text;
    };
    const dryRun = options.check || options.dryRun === true;
    const rewriting = {
      what: "formatted",
      isWanted,
      rewrite,
      ...(options.check && { listed: "is not formatted" }),
    };
    end(await rewriteFiles(paths, { ...options, dryRun }, io, rewriting));
  });
}

function isWanted({ ownership, analysis: { file }, embedded }: OpenFile): boolean {
  // The rest of another product's document is not the operator's.
  if (embedded) return false;
  return ownership.strength === "certain" && file.problems.length === 0 && file.refused === undefined;
}
