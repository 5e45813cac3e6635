import { fileName } from "../file-name.ts";
import type { Ports } from "../ports.ts";
import { saveFirst, VALUES } from "./gate.ts";

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
        `${fileName(uri)} is not a file on this machine, where Helm could read it. Save it to one first.`,
      );
      return undefined;
    }
  }
  if (!(await saveFirst(ports, uris, VALUES))) return undefined;
  const files: ValuesFile[] = [];
  for (const uri of uris) {
    const path = ports.files.pathOf(uri) ?? "";
    const text = await ports.files.read(path);
    if (text === undefined) {
      await ports.prompts.error(`The values file ${path} cannot be read. Is it still there?`);
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
