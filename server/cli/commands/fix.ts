import type { Command } from "commander";
import type { DiskWorkspace } from "../../workspace/open/disk-workspace.ts";
import { fixAllIn, fixesFoundIn } from "../../workspace/open/file-fixes.ts";
import { type FileFinding, findingsOf } from "../../workspace/open/findings.ts";
import type { OpenFile } from "../../workspace/open/open-files.ts";
import { outputOption } from "../options/output-option.ts";
import { codesOption } from "../options/rule-options.ts";
import { PATHS } from "../options/standard-input.ts";
import { CHART, CHART_VERSION } from "../options/values-options.ts";
import type { ExitCode } from "../output/exit-codes.ts";
import type { Io } from "../output/io.ts";
import { plain, terminal } from "../output/terminal-text.ts";
import { editedText } from "../rewriting/edited-text.ts";
import { FixReport } from "../rewriting/fix-report.ts";
import { type Change, type RewriteOptions, rewriteFiles, withRewriting } from "../rewriting/rewrite-files.ts";

interface FixOptions extends RewriteOptions {
  readonly unsafe?: boolean;
  readonly rule?: readonly string[];
}

/** `fix`: mends what can be fixed without asking. */
export function addFix(program: Command, io: Io, end: (code: ExitCode) => void): void {
  const command = program
    .command("fix")
    .summary("apply safe fixes")
    .description(
      "Applies fixes that cannot change the intended value. The rest of the file stays byte for byte the same. " +
        "Prints what was fixed and how many problems remain; the exit code is 1 if errors do.",
    )
    .argument("[paths...]", PATHS)
    .option(
      "--unsafe",
      "also apply fixes that are very likely right, but none for a hint, and none that deletes a comment or a value",
    )
    .addOption(codesOption("--rule <code>", "only apply fixes of this rule, also those of hints"))
    .addOption(outputOption())
    .option("--chart <chart>", CHART)
    .option("--chart-version <version>", CHART_VERSION);
  withRewriting(command).action(async (paths: string[], options: FixOptions) => {
    const choice = options.unsafe ? "likely" : "safe";
    const report = new FixReport(options, io);
    let before: readonly FileFinding[] = [];
    const findings = async (file: OpenFile, { problems, service }: DiskWorkspace) => {
      const { fixes } = options.output === "json" ? await fixesFoundIn(service, file) : { fixes: [] };
      const all = findingsOf(await problems.of(file), fixes);
      return all.filter((finding) => options.rule || finding.severity !== "hint");
    };
    const rewrite = async (file: OpenFile, workspace: DiskWorkspace, shown: string) => {
      before = await findings(file, workspace);
      const actions = await fixAllIn(workspace.service, file, choice, options.rule);
      const { text } = file.analysis;
      const edits = actions.flatMap((action) => action.edit?.changes?.[text.uri] ?? []);
      if (actions.some(({ data }) => data?.isPartial))
        io.err(
          terminal`${plain(shown)} has too many problems to try out all fixes at once. ${plain(
            edits.length > 0 ? "Run the command again." : "Fix some of them first.",
          )}\n`,
        );
      if (edits.length > 0) return editedText(text, edits);
      report.left(shown, before);
      return undefined;
    };
    const changed = async (change: Change, file: OpenFile, workspace: DiskWorkspace) =>
      report.fixed(change, before, await findings(file, workspace));
    const isWanted = ({ ownership }: OpenFile) => ownership.strength === "certain";
    end(
      await rewriteFiles(paths, options, io, {
        what: "fixed",
        isWanted,
        rewrite,
        changed,
        end: () => report.end(),
      }),
    );
  });
}
