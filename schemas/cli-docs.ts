// Writes docs/reference/cli.md from the table of commands.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { commandTable } from "../server/cli/help/command-table.ts";
import { renderReference } from "../server/cli/help/reference.ts";
import { makeProgram } from "../server/cli/program.ts";

/** The page about the command line. */
export function renderCliDocs(): string {
  const nothing = () => undefined;
  const program = makeProgram(
    {
      cwd: "/",
      env: {},
      packageFolder: fileURLToPath(new URL("..", import.meta.url)),
      out: nothing,
      err: nothing,
      isOutTerminal: false,
      isErrTerminal: false,
      input: () => Promise.resolve(new Uint8Array()),
    },
    nothing,
  );
  return renderReference(program.name(), commandTable(program));
}

if (import.meta.main) {
  writeFileSync(new URL("../docs/reference/cli.md", import.meta.url), renderCliDocs());
}
