import * as l10n from "@vscode/l10n";
import type { DocumentKind, EvidenceStrength, FileChart, FileStatus } from "../../server/lsp/protocol.ts";
import type { Surroundings } from "../operation/operation.ts";
import { answered, refuse } from "../operation/outcome.ts";
import type { ActiveFile, Choice } from "../ports/editor.ts";
import { fileName } from "../texts/file-name.ts";
import { newOperatorDocument, newValuesDocument } from "./new-document.ts";

/** A file, with what the server says about it. */
export interface FileAtHand {
  readonly file: ActiveFile;
  readonly status: FileStatus;
}

/** A file that the server recognises as ours. */
export interface OwnFile {
  readonly file: ActiveFile;
  readonly kind: DocumentKind;
  /** The chart of a values file. */
  readonly chart?: FileChart;
}

/** The named file, otherwise the active one. */
export function fileAt(around: Surroundings, target: string | undefined): ActiveFile | undefined {
  return target === undefined ? around.editor.active() : around.editor.opened(target);
}

/** The address of the named file, otherwise of the active one: what a command works on, even if it is run again later. */
export function addressAt(around: Surroundings, target: string | undefined): string | undefined {
  return target ?? around.editor.active()?.uri;
}

/** Brings a file to the front, so that the person sees what a command works on. Ends the operation if it cannot be opened. */
export async function inFront(around: Surroundings, uri: string): Promise<ActiveFile> {
  await around.editor.openAt(uri);
  return answered(around.editor.opened(uri));
}

/**
 * The file that a command for these kinds is about: the named or active one, even if it is only likely ours; otherwise the most
 * recently used one that is certainly of these kinds, which is brought to the front. If a YAML file that is not ours is in front,
 * the person means that one, so no other is taken instead.
 */
export async function fileAtHand(
  around: Surroundings,
  target: string | undefined,
  kinds: readonly DocumentKind[],
): Promise<FileAtHand | undefined> {
  const file = fileAt(around, target);
  if (file?.isYaml) {
    const status = await around.server.fileStatus(file.uri);
    if (status.kind === null || kinds.includes(status.kind)) return { file, status };
  }
  const recent = around.editor.recent();
  if (recent.length === 0) return undefined;
  const found = await around.server.fileKinds(recent);
  const uri = recent.find((_, index) => {
    const known = found[index];
    return known?.strength === "certain" && kinds.includes(known.kind);
  });
  if (uri === undefined) return undefined;
  const last = await inFront(around, uri);
  return { file: last, status: await around.server.fileStatus(last.uri) };
}

/** The named or active YAML file, otherwise the most recently used one, otherwise one that the person picks or creates. */
export async function yamlFileAtHand(around: Surroundings, target: string | undefined): Promise<ActiveFile> {
  const file = fileAt(around, target);
  if (file?.isYaml) return file;
  const [last] = around.editor.recent();
  return last === undefined ? chooseFile(around, ["values", "operator"]) : inFront(around, last);
}

/** The values file that a command is about, found as by `fileAtHand`. */
export async function valuesFileAtHand(
  around: Surroundings,
  target: string | undefined,
): Promise<ActiveFile | undefined> {
  const at = await fileAtHand(around, target, ["values"]);
  return at?.status.kind === "values" ? at.file : undefined;
}

/**
 * The file of ours that a command is about: the one at hand, otherwise one that the person picks or creates. A file in front that
 * is not ours is refused, with the command that changes that.
 */
export async function ownFileAtHand(
  around: Surroundings,
  target?: string,
  kinds: readonly DocumentKind[] = ["values", "operator"],
): Promise<OwnFile> {
  const { file, status } = (await fileAtHand(around, target, kinds)) ?? (await chosenFile(around, kinds));
  const { kind, chart } = status;
  if (kind !== null) return { file, kind, ...(chart && { chart }) };
  const change = {
    button: l10n.t("Change..."),
    go: () => around.editor.runCommand("capOperator.changeFileStatus", target),
  };
  return refuse(l10n.t("{0} is not treated as a CAP Operator file.", file.name), status.explanation, {
    tone: "warning",
    ways: [change],
  });
}

async function chosenFile(around: Surroundings, kinds: readonly DocumentKind[]): Promise<FileAtHand> {
  const file = await chooseFile(around, kinds);
  return { file, status: await around.server.fileStatus(file.uri) };
}

type Way = () => Promise<ActiveFile>;

function newFile(around: Surroundings, kind: DocumentKind): Choice<Way> {
  return kind === "values"
    ? { label: `$(new-file) ${l10n.t("New Values File")}`, value: () => newValuesDocument(around) }
    : { label: `$(new-file) ${l10n.t("New Operator Resource")}`, value: () => newOperatorDocument(around) };
}

/** The workspace's files of these kinds, as a pick list shows them: the certain ones come before the likely ones. */
export async function ownFileChoices(
  around: Surroundings,
  kinds: readonly DocumentKind[],
): Promise<Choice<string>[]> {
  const files = await around.editor.yamlFiles();
  if (files.length === 0) return [];
  const found = await around.server.fileKinds(files.map(({ uri }) => uri));
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
async function chooseFile(around: Surroundings, kinds: readonly DocumentKind[]): Promise<ActiveFile> {
  const existing = await ownFileChoices(around, kinds);
  const choices: Choice<Way>[] = [
    ...existing.map((choice) => ({ ...choice, value: () => inFront(around, choice.value) })),
    ...kinds.map((kind) => newFile(around, kind)),
  ];
  const ways = existing.length === 0 ? l10n.t("Start a new one") : l10n.t("Select one, or start a new one");
  const placeholder = `${noneOpen(kinds)} ${ways}`;
  const way = answered(
    await around.prompts.pick(choices, l10n.t("CAP Operator: Select a File"), placeholder),
  );
  return way();
}

function noneOpen(kinds: readonly DocumentKind[]): string {
  if (kinds.length > 1) return l10n.t("No values file or operator resource is open.");
  return kinds[0] === "values" ? l10n.t("No values file is open.") : l10n.t("No operator resource is open.");
}
