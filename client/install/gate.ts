import type { ValuesOf, ValuesProblem } from "../../server/lsp/protocol.ts";
import { fileName } from "../file-name.ts";
import type { Surroundings } from "../operation/operation.ts";
import { agreed, answered, refuse, type WayOn } from "../operation/outcome.ts";
import type { ActiveFile } from "../ports.ts";

/** How a command words its messages about the files that it reads. It does nothing with files that are unsaved or have errors. */
export interface Gated {
  /** What is checked, with its article. */
  readonly what: string;
  /** What several such files are called. */
  readonly files: string;
  /** What has not happened if the command stops here. */
  readonly undone: string;
  /** Why it has to be saved, as a sentence. */
  readonly saved: string;
}

/** Values that Helm installs. */
export const VALUES: Gated = {
  what: "the values",
  files: "values files",
  undone: "nothing was started",
  saved: "Helm reads the saved file.",
};

/** An operator resource that is applied. */
export const OPERATOR_RESOURCE: Gated = {
  what: "the operator resource",
  files: "operator resources",
  undone: "nothing was applied",
  saved: "The saved file is applied.",
};

/** A values file as it was when the person was shown what will happen. */
export interface ValuesFile {
  readonly uri: string;
  readonly path: string;
  readonly text: string;
}

/** The values files as Helm will read them: saved, and on this machine. */
export async function readValuesFiles(
  around: Surroundings,
  uris: readonly string[],
): Promise<readonly ValuesFile[]> {
  for (const uri of uris) {
    if (around.files.pathOf(uri) !== undefined) continue;
    refuse(
      `${fileName(uri)} is not a file on this machine, so Helm cannot read it.`,
      "Save it to a file on this machine first.",
    );
  }
  await saveFirst(around, uris, VALUES);
  return Promise.all(
    uris.map(async (uri) => {
      const path = around.files.pathOf(uri) ?? "";
      const text = await around.files.read(path);
      return text === undefined
        ? refuse(`The values file ${path} cannot be read.`, "Is it still there?")
        : { uri, path, text };
    }),
  );
}

/** The names of the files whose text has changed since. */
export async function changedFiles(
  around: Surroundings,
  files: readonly ValuesFile[],
): Promise<readonly string[]> {
  const now = await Promise.all(files.map(({ path }) => around.files.read(path)));
  return files.filter(({ text }, index) => now[index] !== text).map(({ uri }) => fileName(uri));
}

/** Saves what is not saved yet, if the person agrees. */
export async function saveFirst(
  around: Surroundings,
  uris: readonly string[],
  { files, undone, saved }: Gated,
): Promise<void> {
  const unsaved = around.files.unsaved(uris);
  if (unsaved.length === 0) return;
  const names = unsaved.map(fileName);
  const [only] = names;
  const isOne = names.length === 1;
  const message = `${isOne ? `${only} has` : `${names.length} ${files} have`} unsaved changes.`;
  const detail = [saved, ...(isOne ? [] : names)].join("\n");
  agreed(await around.dialogs.confirm(message, detail, "Save and Continue"));
  for (const uri of unsaved) {
    if (!(await around.files.save(uri))) refuse(`${fileName(uri)} could not be saved, so ${undone}.`);
  }
}

/** Saves a new file, if the person agrees, and returns its address. */
export async function savedNewFile(
  around: Surroundings,
  { uri, name }: ActiveFile,
  { saved }: Gated,
): Promise<string> {
  agreed(await around.dialogs.confirm(`${name} has not been saved yet.`, saved, "Save and Continue"));
  return answered(await around.files.save(uri));
}

/** Refuses errors, with a way to go to them; otherwise returns the warnings. */
export async function passGate(
  around: Surroundings,
  of: ValuesOf | undefined,
  { what, undone }: Gated,
): Promise<readonly ValuesProblem[]> {
  if (of === undefined) return [];
  const problems = await around.server.problems(of);
  const errors = problems.filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (first === undefined) return problems.filter(({ severity }) => severity === "warning");
  const found = errors.length === 1 ? "There is an error" : `There are ${errors.length} errors`;
  const { uri, range } = first;
  const toFirst: WayOn[] =
    uri === undefined ? [] : [{ button: "Go to the First", go: () => around.editor.openAt(uri, range) }];
  const toAll = { button: "Show Problems", go: () => around.editor.showProblems() };
  return refuse(`${found} in ${what}, so ${undone}.`, problemLine(first), { ways: [...toFirst, toAll] });
}

/** A problem in one line, with the file and the line where it is. */
export function problemLine({ uri, range, message }: ValuesProblem): string {
  if (uri === undefined) return message;
  const line = range === undefined ? "" : `:${range.start.line + 1}`;
  return `${fileName(uri)}${line}: ${message}`;
}
