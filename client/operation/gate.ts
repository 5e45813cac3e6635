import * as l10n from "@vscode/l10n";
import { PROBLEMS, type ValuesOf, type ValuesProblem } from "../../server/lsp/protocol.ts";
import type { ActiveFile } from "../ports/editor.ts";
import { fileName } from "../texts/file-name.ts";
import { partedAddress } from "../texts/parted-address.ts";
import type { CommandContext } from "./operation.ts";
import { agreed, answered, type MessageAction, refuse } from "./outcome.ts";

/** A command's messages about the files that it reads. It does nothing with files that are unsaved or have errors. */
interface Gated {
  /** Several files have unsaved changes. */
  unsaved(count: number): string;
  /** The reason for which a file has to be saved. */
  saved(): string;
  /** A file could not be saved, so the command stops. */
  notSaved(name: string): string;
  /** There are errors, so the command stops. */
  errors(count: number): string;
  /** There are errors, none of which is certain to be refused. */
  unproven(count: number): string;
  /** Names the program that may accept such errors. */
  accepting(): string;
  /** The button that goes on all the same. */
  anyway(): string;
}

/** Values that Helm installs. */
export const VALUES: Gated = {
  unsaved: (count) => l10n.t("{0} values files have unsaved changes.", count),
  saved: () => l10n.t("Helm reads the saved file."),
  notSaved: (name) => l10n.t("{0} could not be saved, so nothing was started.", name),
  errors: (count) =>
    count === 1
      ? l10n.t("1 error found in the values, so nothing was started.")
      : l10n.t("{0} errors found in the values, so nothing was started.", count),
  unproven: (count) =>
    count === 1
      ? l10n.t("1 error found in the values. Install anyway?")
      : l10n.t("{0} errors found in the values. Install anyway?", count),
  accepting: () => l10n.t("Helm and the cluster may still accept it."),
  anyway: () => l10n.t("Install Anyway"),
};

/** An operator resource that is applied. */
export const OPERATOR_RESOURCE: Gated = {
  unsaved: (count) => l10n.t("{0} operator resources have unsaved changes.", count),
  saved: () => l10n.t("The saved file is applied."),
  notSaved: (name) => l10n.t("{0} could not be saved, so nothing was applied.", name),
  errors: (count) =>
    count === 1
      ? l10n.t("1 error found in the operator resource, so nothing was applied.")
      : l10n.t("{0} errors found in the operator resource, so nothing was applied.", count),
  unproven: (count) =>
    count === 1
      ? l10n.t("1 error found in the operator resource. Apply it anyway?")
      : l10n.t("{0} errors found in the operator resource. Apply it anyway?", count),
  accepting: () => l10n.t("The cluster may still accept it."),
  anyway: () => l10n.t("Apply Anyway"),
};

/** A values file as it was when the person was shown what will happen. */
export interface ValuesFile {
  readonly uri: string;
  readonly path: string;
  readonly text: string;
}

/** The values files as Helm will read them: saved, and on this machine. */
export async function readValuesFiles(
  context: CommandContext,
  uris: readonly string[],
): Promise<readonly ValuesFile[]> {
  for (const uri of uris) {
    const { place } = partedAddress(uri);
    if (place === undefined) continue;
    refuse(
      l10n.t(
        "Helm can only be given whole files, but this release takes only {0} of {1}.",
        place,
        fileName(uri),
      ),
      l10n.t(
        "Move these values to a file of their own, or leave the installation to the product that reads them there.",
      ),
    );
  }
  for (const uri of uris) {
    if (context.files.pathOf(uri) !== undefined) continue;
    refuse(
      l10n.t("{0} is not a file on this machine, so Helm cannot read it.", fileName(uri)),
      l10n.t("Save it to a file on this machine first."),
    );
  }
  await saveFirst(context, uris, VALUES);
  return Promise.all(
    uris.map(async (uri) => {
      const path = context.files.pathOf(uri) ?? "";
      const text = await context.files.read(path);
      return text === undefined
        ? refuse(l10n.t("The values file {0} cannot be read.", path), l10n.t("Check that it exists."))
        : { uri, path, text };
    }),
  );
}

/** The names of the files whose text has changed since. */
export async function changedFiles(
  context: CommandContext,
  files: readonly ValuesFile[],
): Promise<readonly string[]> {
  const now = await Promise.all(files.map(({ path }) => context.files.read(path)));
  return files.filter(({ text }, index) => now[index] !== text).map(({ uri }) => fileName(uri));
}

/** Saves what is not saved yet, if the person agrees. */
export async function saveFirst(
  context: CommandContext,
  uris: readonly string[],
  gated: Gated,
): Promise<void> {
  const unsaved = context.files.unsaved(uris);
  if (unsaved.length === 0) return;
  const names = unsaved.map(fileName);
  const [only] = names;
  const isOne = names.length === 1;
  const message = isOne ? l10n.t("{0} has unsaved changes.", only ?? "") : gated.unsaved(names.length);
  const detail = [gated.saved(), ...(isOne ? [] : names)].join("\n");
  agreed(await context.dialogs.confirm(message, detail, l10n.t("Save and Continue")));
  for (const uri of unsaved) {
    if (!(await context.files.save(uri))) refuse(gated.notSaved(fileName(uri)));
  }
}

/** Saves a new file, if the person agrees, and returns its address. */
export async function savedNewFile(
  context: CommandContext,
  { uri, name }: ActiveFile,
  { saved }: Gated,
): Promise<string> {
  const message = l10n.t("{0} has not been saved yet.", name);
  agreed(await context.dialogs.confirm(message, saved(), l10n.t("Save and Continue")));
  return answered(await context.files.save(uri));
}

/**
 * Refuses errors, with an action that goes to them. If Helm and the API server may accept all of them, the person can go on. Returns what the
 * person has to know: the warnings, and the errors that they go on with.
 */
export async function passGate(
  context: CommandContext,
  values: ValuesOf | undefined,
  gated: Gated,
): Promise<readonly ValuesProblem[]> {
  if (values === undefined) return [];
  const problems = await context.server.ask(PROBLEMS, values);
  const errors = problems.filter(({ severity }) => severity === "error");
  const [first] = errors;
  const warnings = problems.filter(({ severity }) => severity === "warning");
  if (first === undefined) return warnings;
  const { uri, range } = first;
  const toFirst: MessageAction[] =
    uri === undefined
      ? []
      : [{ button: l10n.t("Go to First Error"), go: () => context.editor.openAt(uri, range) }];
  const toAll = { button: l10n.t("Show Problems"), go: () => context.editor.showProblems() };
  const actions = [...toFirst, toAll];
  if (errors.some(({ isUnproven }) => !isUnproven)) {
    return refuse(gated.errors(errors.length), problemLine(first), { actions });
  }
  const lines = errors.slice(0, MOST_SHOWN).map(problemLine);
  const detail = [...lines, gated.accepting()];
  // Enter shows the problem: going on has to be chosen.
  const buttons = [...actions.map(({ button }) => button), gated.anyway()];
  const pressed = await context.dialogs.choose(gated.unproven(errors.length), detail.join("\n"), ...buttons);
  await actions.find(({ button }) => button === pressed)?.go();
  agreed(pressed === gated.anyway());
  return [...errors, ...warnings];
}

const MOST_SHOWN = 5;

/** A problem in one line, with the file and the line where it is. */
export function problemLine({ uri, range, message }: ValuesProblem): string {
  if (uri === undefined) return message;
  const line = range === undefined ? "" : `:${range.start.line + 1}`;
  return `${fileName(uri)}${line}: ${message}`;
}
