import * as l10n from "@vscode/l10n";
import type { Command } from "../operation/command.ts";
import { refuse } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import type { CommandId } from "../ports/editor.ts";

/** The stand-in in a browser for a command that runs a program: it explains why it cannot run. */
export function withoutPrograms(id: CommandId, program: string): Command {
  return operation({
    id,
    run: async () =>
      refuse(
        l10n.t("This command needs {0}, which does not run in the browser.", program),
        l10n.t("Open this folder in VS Code on your computer."),
        { tone: "info" },
      ),
  });
}
