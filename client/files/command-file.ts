import * as l10n from "@vscode/l10n";
import {
  type DocumentKind,
  type EvidenceStrength,
  FILE_KINDS,
  FILE_STATUS,
  type FileChart,
  type FileStatus,
} from "../../server/lsp/protocol.ts";
import type { CommandContext } from "../operation/operation.ts";
import { answered, refuse } from "../operation/outcome.ts";
import type { ActiveFile, Choice } from "../ports/editor.ts";
import { fileName } from "../texts/file-name.ts";
import { newOperatorDocument, newValuesDocument } from "./new-document.ts";

interface CommandFile {
  readonly file: ActiveFile;
  readonly status: FileStatus;
}

/** A file that the server recognises as one of CAP Operator. */
interface OwnFile {
  readonly file: ActiveFile;
  readonly kind: DocumentKind;
  /** The chart of a values file. */
  readonly chart?: FileChart;
}

/** The named file, otherwise the active one. */
export function fileAt(context: CommandContext, target: string | undefined): ActiveFile | undefined {
  return target === undefined ? context.editor.active() : context.editor.opened(target);
}

/** The address of the named file, otherwise of the active one: what a command works on, even if it is run again later. */
export function addressAt(context: CommandContext, target: string | undefined): string | undefined {
  return target ?? context.editor.active()?.uri;
}

/** Brings a file to the front, so that the person sees what a command works on. Ends the operation if it cannot be opened. */
export async function inFront(context: CommandContext, uri: string): Promise<ActiveFile> {
  await context.editor.openAt(uri);
  return answered(context.editor.opened(uri));
}

/**
 * The file that a command for these kinds is about: the named or active one, even if it is only likely of these kinds; otherwise
 * the most recently used one that is certainly of these kinds, which is brought to the front. If another YAML file is in front,
 * the person means that one, so no other is taken instead.
 */
export async function commandFile(
  context: CommandContext,
  target: string | undefined,
  kinds: readonly DocumentKind[],
): Promise<CommandFile | undefined> {
  const file = fileAt(context, target) ?? (await closedFile(context, target));
  if (file?.isYaml) {
    const status = await context.server.ask(FILE_STATUS, { uri: file.uri });
    if (status.kind === null || kinds.includes(status.kind)) return { file, status };
  }
  const recent = context.editor.recent();
  if (recent.length === 0) return undefined;
  const found = await context.server.ask(FILE_KINDS, { uris: recent });
  const uri = recent.find((_, index) => {
    const known = found[index];
    return known?.strength === "certain" && kinds.includes(known.kind);
  });
  if (uri === undefined) return undefined;
  const last = await inFront(context, uri);
  return { file: last, status: await context.server.ask(FILE_STATUS, { uri: last.uri }) };
}

/** The named file of the workspace, which is brought to the front: the explorer names files that are not open. */
async function closedFile(
  context: CommandContext,
  target: string | undefined,
): Promise<ActiveFile | undefined> {
  const isInFolder = context.editor.folders().some(({ uri }) => target?.startsWith(`${uri}/`));
  return target !== undefined && isInFolder ? inFront(context, target) : undefined;
}

/** The named or active YAML file, otherwise the most recently used one, otherwise one that the person picks or creates. */
export async function commandYamlFile(
  context: CommandContext,
  target: string | undefined,
): Promise<ActiveFile> {
  const file = fileAt(context, target);
  if (file?.isYaml) return file;
  const [last] = context.editor.recent();
  return last === undefined ? chooseFile(context, ["values", "operator"]) : inFront(context, last);
}

/** The values file that a command is about, found as by `commandFile`. */
export async function commandValuesFile(
  context: CommandContext,
  target: string | undefined,
): Promise<ActiveFile | undefined> {
  const found = await commandFile(context, target, ["values"]);
  return found?.status.kind === "values" ? found.file : undefined;
}

/**
 * The recognised file that a command is about: the one found by `commandFile`, otherwise one that the person picks or creates. An
 * unrecognised file in front is refused, with the command that changes its status.
 */
export async function commandOwnFile(
  context: CommandContext,
  target?: string,
  kinds: readonly DocumentKind[] = ["values", "operator"],
): Promise<OwnFile> {
  const { file, status } = (await commandFile(context, target, kinds)) ?? (await chosenFile(context, kinds));
  const { kind, chart } = status;
  if (kind !== null) return { file, kind, chart };
  const change = {
    button: l10n.t("Change..."),
    go: () => context.editor.runCommand("capOperator.changeFileStatus", target),
  };
  return refuse(l10n.t("{0} is not treated as a CAP Operator file.", file.name), status.explanation, {
    tone: "warning",
    actions: [change],
  });
}

async function chosenFile(context: CommandContext, kinds: readonly DocumentKind[]): Promise<CommandFile> {
  const file = await chooseFile(context, kinds);
  return { file, status: await context.server.ask(FILE_STATUS, { uri: file.uri }) };
}

type FileChoice = () => Promise<ActiveFile>;

function newFile(context: CommandContext, kind: DocumentKind): Choice<FileChoice> {
  return kind === "values"
    ? { label: `$(new-file) ${l10n.t("New Values File")}`, value: () => newValuesDocument(context) }
    : { label: `$(new-file) ${l10n.t("New Operator Resource")}`, value: () => newOperatorDocument(context) };
}

/** The workspace's files of these kinds, as a pick list shows them: the certain ones come before the likely ones. */
export async function ownFileChoices(
  context: CommandContext,
  kinds: readonly DocumentKind[],
): Promise<Choice<string>[]> {
  const files = await context.editor.yamlFiles();
  if (files.length === 0) return [];
  const found = await context.server.ask(FILE_KINDS, { uris: files.map(({ uri }) => uri) });
  const choices = (strength: EvidenceStrength, remark?: string) =>
    files.flatMap(({ uri, path }, index): Choice<string>[] => {
      const known = found[index];
      if (known?.strength !== strength || !kinds.includes(known.kind)) return [];
      const name = fileName(uri);
      const said = [...(path === name ? [] : [path]), ...(remark === undefined ? [] : [remark])].join(", ");
      return [{ label: `$(file) ${name}`, ...(said !== "" && { description: said }), value: uri }];
    });
  return [...choices("certain"), ...choices("likely", l10n.t("by its name only"))];
}

/** Lets the person pick a file of these kinds or create a new one, and brings it to the front. */
async function chooseFile(context: CommandContext, kinds: readonly DocumentKind[]): Promise<ActiveFile> {
  const existing = await ownFileChoices(context, kinds);
  const choices: Choice<FileChoice>[] = [
    ...existing.map((choice) => ({ ...choice, value: () => inFront(context, choice.value) })),
    ...kinds.map((kind) => newFile(context, kind)),
  ];
  const ways = existing.length === 0 ? l10n.t("Start a new one") : l10n.t("Select one, or start a new one");
  const placeholder = `${noneOpen(kinds)} ${ways}`;
  const way = answered(
    await context.prompts.pick(choices, l10n.t("CAP Operator: Select a File"), placeholder),
  );
  return way();
}

function noneOpen(kinds: readonly DocumentKind[]): string {
  if (kinds.length > 1) return l10n.t("No values file or operator resource is open.");
  return kinds[0] === "values" ? l10n.t("No values file is open.") : l10n.t("No operator resource is open.");
}
