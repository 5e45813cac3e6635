// The extension host of a window in which a release is changed: runs a program with a note, and prints its lines.
// Arguments: the folder of the notes, the program, and `cut off` if nobody answers from the person's side of the window.
import { createNotedRuns } from "../../../client/adapters/noted-runs.ts";
import { createProgramRunner } from "../../../client/adapters/program-runner.ts";
import { NOTE } from "./run-note.ts";

const [folder = "", program = "", connection] = process.argv.slice(2);

/** Keeps this process alive, as a lost connection keeps an extension host alive. */
function answers(): Promise<unknown> {
  if (connection !== "cut off") return Promise.resolve();
  process.stdout.write("is anybody there?\n");
  return new Promise((resolve) => setTimeout(resolve, 2 ** 30));
}

const runner = createProgramRunner(
  () => program,
  () => undefined,
  createNotedRuns(folder, { answers }),
);
await runner.run(
  { program: "helm", args: [], parse: () => undefined },
  { note: NOTE, onLine: (line) => process.stdout.write(`${line}\n`) },
);
