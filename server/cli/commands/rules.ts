import type { Command } from "commander";
import { RULES } from "../../core/rules/table.ts";
import { type OutputForm, outputOption } from "../options/output-option.ts";
import { EXIT, type ExitCode } from "../output/exit-codes.ts";
import type { Io } from "../output/io.ts";
import { jsonText } from "../output/runner-commands.ts";
import { plain, terminal } from "../output/terminal-text.ts";

/** `rules`: which rules there are. */
export function addRules(program: Command, io: Io, end: (code: ExitCode) => void): void {
  program
    .command("rules")
    .summary("list the rules")
    .description(
      "Lists all rules: their codes, their severities without settings, whether they have a quick fix, and what they find.",
    )
    .addOption(outputOption())
    .action(({ output }: { readonly output: OutputForm }) => {
      const rules = RULES.map(({ code, severity, docs }) => ({
        code,
        severity,
        title: /^.*?[.](?=\s|$)/s.exec(docs.what)?.[0] ?? docs.what,
        hasFix: docs.fix !== undefined,
      }));
      if (output === "json") io.out(jsonText(rules));
      else {
        const width = rules.reduce((most, { code }) => Math.max(most, code.length), 0);
        for (const { code, severity, hasFix, title } of rules)
          io.out(
            terminal`${plain(code.padEnd(width))}  ${plain(severity.padEnd("information".length))}  ${plain(hasFix ? "fix" : "   ")}  ${plain(title)}\n`,
          );
      }
      end(EXIT.clean);
    });
}
