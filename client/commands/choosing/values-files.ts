import { fileName } from "../../file-name.ts";
import type { ActiveFile, Ports } from "../../ports.ts";

const READS_WHAT_IS_SAVED = "Helm reads what is saved.";

/** A values file as it was when the person was shown what will happen. */
export interface ValuesFile {
  readonly uri: string;
  readonly path: string;
  readonly text: string;
}

/**
 * The values files as Helm will read them: saved, and on this machine. Nothing when there is one that Helm could not read, or
 * that the person did not want to save; then the person has been told.
 */
export async function readValuesFiles(
  ports: Ports,
  uris: readonly string[],
): Promise<readonly ValuesFile[] | undefined> {
  for (const uri of uris) {
    if (ports.files.pathOf(uri) === undefined) {
      await ports.prompts.error(
        `CAP Operator: ${fileName(uri)} is not a file on this machine, where Helm could read it. Save it to one first.`,
      );
      return undefined;
    }
  }
  if (!(await saved(ports, uris))) return undefined;
  const files: ValuesFile[] = [];
  for (const uri of uris) {
    const path = ports.files.pathOf(uri) ?? "";
    const text = await ports.files.read(path);
    if (text === undefined) {
      await ports.prompts.error(`CAP Operator: the values file ${path} cannot be read. Is it still there?`);
      return undefined;
    }
    files.push({ uri, path, text });
  }
  return files;
}

/** The names of the files whose text is not what it was. */
export async function changedFiles(ports: Ports, files: readonly ValuesFile[]): Promise<readonly string[]> {
  const now = await Promise.all(files.map(({ path }) => ports.files.read(path)));
  return files.filter(({ text }, index) => now[index] !== text).map(({ uri }) => fileName(uri));
}

/** The address of a new file once it is saved; nothing when the person did not want that. Helm reads files. */
export async function savedNewFile(ports: Ports, { uri, name }: ActiveFile): Promise<string | undefined> {
  const message = `${name} has not been saved yet.`;
  const isWanted = await ports.dialogs.confirm(message, READS_WHAT_IS_SAVED, "Save and Continue");
  return isWanted ? ports.files.save(uri) : undefined;
}

async function saved(ports: Ports, uris: readonly string[]): Promise<boolean> {
  const unsaved = ports.files.unsaved(uris);
  if (unsaved.length === 0) return true;
  const names = unsaved.map(fileName);
  const [only] = names;
  const message =
    names.length === 1
      ? `${only} has changes that are not saved.`
      : `${names.length} values files have changes that are not saved.`;
  const detail = `${READS_WHAT_IS_SAVED}${names.length === 1 ? "" : `\n${names.join("\n")}`}`;
  if (!(await ports.dialogs.confirm(message, detail, "Save and Continue"))) return false;
  for (const uri of unsaved) {
    if ((await ports.files.save(uri)) !== undefined) continue;
    await ports.prompts.error(`CAP Operator: ${fileName(uri)} could not be saved, so nothing was started.`);
    return false;
  }
  return true;
}
