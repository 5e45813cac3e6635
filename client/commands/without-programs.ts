import * as l10n from "@vscode/l10n";
import type { Command } from "../operation/command.ts";
import { refuse } from "../operation/outcome.ts";
import { operation } from "../operation/run-operation.ts";
import type { CommandId } from "../ports/editor.ts";

/** What a command that runs a program does in a browser: it says why it cannot. */
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
