import type { DocumentKind } from "../../server/lsp/protocol.ts";
import { changeFileStatus } from "../commands/change-file-status.ts";
import type { ActiveFile, Ports } from "../ports.ts";
import { chooseFile } from "./choose-file.ts";
import { fileAtHand } from "./file-at-hand.ts";

/** A file that the server calls ours. */
export interface OwnFile {
  readonly file: ActiveFile;
  readonly kind: DocumentKind;
}

/**
 * The file of ours that a command is about: the one at hand, else one that the person picks or begins. Nothing when that
 * is dismissed, or when the file in front is not ours: then the person is told why not, with the command that changes it.
 */
export async function ownFileAtHand(
  ports: Ports,
  target?: string,
  kinds: readonly DocumentKind[] = ["values", "operator"],
): Promise<OwnFile | undefined> {
  const { file, status } = (await fileAtHand(ports, target, kinds)) ?? (await chosen(ports, kinds)) ?? {};
  if (file === undefined || status === undefined) return undefined;
  if (status.kind !== null) return { file, kind: status.kind };
  const change = "Change...";
  const message = `${file.name} is not treated as a CAP Operator file. ${status.explanation}`;
  if ((await ports.prompts.warn(message, change)) === change) await changeFileStatus.run(ports, target);
  return undefined;
}

async function chosen(ports: Ports, kinds: readonly DocumentKind[]) {
  const file = await chooseFile(ports, kinds);
  return file && { file, status: await ports.server.fileStatus(file.uri) };
}
