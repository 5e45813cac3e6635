// The extension host of a window in which a release is changed: runs a program with a note, and tells its lines.
// Arguments: the folder of the notes, and the program.
import { createNotedRuns } from "../../../client/adapters/noted-runs.ts";
import { createProgramRunner } from "../../../client/adapters/program-runner.ts";
import { NOTE } from "./run-note.ts";

const [folder = "", program = ""] = process.argv.slice(2);
const runner = createProgramRunner(
  () => program,
  () => undefined,
  createNotedRuns(folder),
);
await runner.run(
  { program: "helm", args: [], parse: () => undefined },
  { note: NOTE, onLine: (line) => process.stdout.write(`${line}\n`) },
);
