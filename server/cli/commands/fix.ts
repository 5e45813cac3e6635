import type { Command } from "commander";
import type { DiskWorkspace } from "../../workspace/disk-workspace.ts";
import type { OpenFile } from "../../workspace/open-files.ts";
import { editedText } from "../edited-text.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { type RewriteOptions, rewriteFiles, withRewriting } from "../rewrite-files.ts";

interface FixOptions extends RewriteOptions {
  readonly unsafe?: boolean;
}

/** `fix`: mends what can be mended without asking. */
export function addFix(program: Command, io: Io, end: (code: ExitCode) => void): void {
  const command = program
    .command("fix")
    .summary("mend what is safe to mend")
    .description(
      "Makes all safe fixes, after which Helm reads what the text says and nothing else is different. Every other byte of a file stays.",
    )
    .argument("[paths...]", "files, folders and globs", ["."])
    .option("--unsafe", "make all fixes that are most likely right");
  withRewriting(command).action(async (paths: string[], options: FixOptions) => {
    const choice = options.unsafe ? "likely" : "safe";
    const rewrite = async ({ analysis }: OpenFile, { service }: DiskWorkspace) => {
      const action = await service.fixAll(analysis, choice);
      const edits = action?.edit?.changes?.[analysis.text.uri];
      return edits && editedText(analysis.text, edits);
    };
    const isWanted = ({ ownership }: OpenFile) => ownership.strength === "certain";
    end(await rewriteFiles(paths, options, io, { what: "fixed", isWanted, rewrite }));
  });
}
