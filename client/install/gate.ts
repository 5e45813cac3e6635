import type { ValuesOf, ValuesProblem } from "../../server/lsp/protocol.ts";
import { fileName } from "../file-name.ts";
import type { ActiveFile, Ports } from "../ports.ts";

/** What a command takes from files, in its own words: nothing happens with what is not saved, or has errors. */
export interface Gated {
  /** What is looked at, with its article. */
  readonly what: string;
  /** What several files of it are called. */
  readonly files: string;
  /** What has not happened when it stops. */
  readonly undone: string;
  /** Why it has to be saved, as a sentence. */
  readonly saved: string;
}

/** Values that Helm installs. */
export const VALUES: Gated = {
  what: "the values",
  files: "values files",
  undone: "nothing was started",
  saved: "Helm reads what is saved.",
};

/** An operator resource that is applied. */
export const OPERATOR_RESOURCE: Gated = {
  what: "the operator resource",
  files: "operator resources",
  undone: "nothing was applied",
  saved: "What is applied is what is saved.",
};

const SHOW_PROBLEMS = "Show Problems";
const GO_TO_FIRST = "Go to the First";

/** Saves what is not saved yet, if the person agrees; false when it cannot go on, which the person knows. */
export async function saveFirst(
  ports: Ports,
  uris: readonly string[],
  { files, undone, saved }: Gated,
): Promise<boolean> {
  const unsaved = ports.files.unsaved(uris);
  if (unsaved.length === 0) return true;
  const names = unsaved.map(fileName);
  const [only] = names;
  const isOne = names.length === 1;
  const message = `${isOne ? `${only} has` : `${names.length} ${files} have`} changes that are not saved.`;
  const detail = [saved, ...(isOne ? [] : names)].join("\n");
  if (!(await ports.dialogs.confirm(message, detail, "Save and Continue"))) return false;
  for (const uri of unsaved) {
    if (await ports.files.save(uri)) continue;
    await ports.prompts.error(`${fileName(uri)} could not be saved, so ${undone}.`);
    return false;
  }
  return true;
}

/** The address of a new file once it is saved; nothing when the person did not want that. */
export async function savedNewFile(
  ports: Ports,
  { uri, name }: ActiveFile,
  { saved }: Gated,
): Promise<string | undefined> {
  const isWanted = await ports.dialogs.confirm(`${name} has not been saved yet.`, saved, "Save and Continue");
  return isWanted ? ports.files.save(uri) : undefined;
}

/** Stops at errors, with the way to them; else gives the warnings. Nothing when the person has been told that it cannot go on. */
export async function passGate(
  ports: Ports,
  of: ValuesOf | undefined,
  { what, undone }: Gated,
): Promise<readonly ValuesProblem[] | undefined> {
  if (of === undefined) return [];
  const problems = await ports.server.problems(of);
  const errors = problems.filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (first === undefined) return problems.filter(({ severity }) => severity === "warning");
  const found = errors.length === 1 ? "There is an error" : `There are ${errors.length} errors`;
  const { uri, range } = first;
  const pressed = await ports.prompts.error(
    `${found} in ${what}, so ${undone}. ${problemLine(first)}`,
    ...(uri === undefined ? [SHOW_PROBLEMS] : [GO_TO_FIRST, SHOW_PROBLEMS]),
  );
  if (pressed === SHOW_PROBLEMS) await ports.editor.showProblems();
  if (pressed === GO_TO_FIRST && uri !== undefined) await ports.editor.openAt(uri, range);
  return undefined;
}

/** A problem in one line, with the file and the line where it is. */
export function problemLine({ uri, range, message }: ValuesProblem): string {
  if (uri === undefined) return message;
  const line = range === undefined ? "" : `:${range.start.line + 1}`;
  return `${fileName(uri)}${line}: ${message}`;
}
