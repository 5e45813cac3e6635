import type { Ownership } from "../core/ownership/claims.ts";
import type { FileKind } from "./protocol.ts";
import type { ServerState } from "./state.ts";

/** What a file is, whether an editor has it open or not; `null` when it is not ours, or cannot be read. */
export async function fileKind(
  { open, settings, workspace }: ServerState,
  uri: string,
): Promise<FileKind | null> {
  const file = await open(uri);
  if (file !== undefined) return kindOf(file.ownership);
  const { files, parse, valuesFiles } = workspace;
  if (!valuesFiles.reads(uri)) return null;
  const most = settings(uri).maxFileSize * 1024 * 1024;
  const read = await valuesFiles.read(uri, most);
  return "text" in read ? kindOf(await files.judge({ uri, file: parse(read.text, most) })) : null;
}

function kindOf({ kind, strength }: Ownership): FileKind | null {
  return kind && strength && { kind, strength };
}
