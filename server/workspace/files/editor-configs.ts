import { configuredIndent, type EditorConfigFile, isRoot } from "../../core/formatting/editor-config.ts";
import { addressIn, folderOf } from "./release-paths.ts";
import type { ValuesFiles } from "./values-files.ts";
import { pathInside } from "./workspace-folders.ts";

/** A longer file is not read. */
const MOST_BYTES = 64 * 1024;
/** Folders that are looked into for a file. */
const MOST_FOLDERS = 64;

/** The indentation of a level of a file in columns, from `.editorconfig` in the folders from the file's own up to `top`. */
export async function indentFromEditorConfig(
  uri: string,
  top: string,
  files: Pick<ValuesFiles, "reads" | "read">,
): Promise<number | undefined> {
  if (!files.reads(uri)) return undefined;
  const found: EditorConfigFile[] = [];
  for (const folder of foldersTo(top, uri)) {
    const read = await files.read(addressIn(folder, ".editorconfig"), MOST_BYTES);
    if (!("text" in read)) continue;
    found.push({ text: read.text, path: pathInside(folder, uri) ?? "" });
    if (isRoot(read.text)) break;
  }
  return configuredIndent(found);
}

/** The folder of a file and those above it, up to one of them. */
function foldersTo(top: string, uri: string): string[] {
  const folders: string[] = [];
  let folder = folderOf(uri);
  for (; pathInside(top, folder) !== undefined && folders.length < MOST_FOLDERS; folder = folderOf(folder))
    folders.push(folder);
  return [...folders, folder];
}
