import type { DocumentKind, FileStatus } from "../../server/lsp/protocol.ts";
import type { ActiveFile, Ports } from "../ports.ts";
import { fileAt, inFront } from "./active-file.ts";

/** A file with what the server says of it. */
export interface FileAtHand {
  readonly file: ActiveFile;
  readonly status: FileStatus;
}

/**
 * The file that a command for these kinds is about: the named or active one; else the one of these kinds that was used
 * last, which comes to the front. A YAML file of others in front is what the person means, so no other is taken instead.
 */
export async function fileAtHand(
  ports: Ports,
  target: string | undefined,
  kinds: readonly DocumentKind[],
): Promise<FileAtHand | undefined> {
  const file = fileAt(ports, target);
  if (file?.isYaml) {
    const status = await ports.server.fileStatus(file.uri);
    if (status.kind === null || kinds.includes(status.kind)) return { file, status };
  }
  const last = await lastUsed(ports, kinds);
  return last && { file: last, status: await ports.server.fileStatus(last.uri) };
}

/** The values file that a command is about, found in the same way. */
export async function valuesFileAtHand(
  ports: Ports,
  target: string | undefined,
): Promise<ActiveFile | undefined> {
  const at = await fileAtHand(ports, target, ["values"]);
  return at?.status.kind === "values" ? at.file : undefined;
}

async function lastUsed(ports: Ports, kinds: readonly DocumentKind[]): Promise<ActiveFile | undefined> {
  const recent = ports.editor.recent();
  if (recent.length === 0) return undefined;
  const found = await ports.server.fileKinds(recent);
  const uri = recent.find((_, index) => kinds.some((kind) => kind === found[index]));
  return uri === undefined ? undefined : inFront(ports, uri);
}
