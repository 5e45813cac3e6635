import { URI, Utils } from "vscode-uri";
import { sameSpelling } from "./release-paths.ts";
import type { ValuesFiles } from "./values-files.ts";

/** Of more or larger files, nothing is read. */
export const MOST_BYTES = 1024 * 1024;
/** In a larger workspace, only the folder of a file is searched: what is elsewhere may be there twice. */
const MOST_FOLDERS = 5000;
const MOST_FILES = 5000;
const AT_ONCE = 16;

/** One of these is in every document that another one refers to, or that refers to others. */
const SIGNS = [
  "HelmRelease",
  "argoproj.io",
  "kind: Application",
  "ConfigMap",
  "Secret",
  "OCIRepository",
  "HelmChart",
  "configMapGenerator",
  "secretGenerator",
  "patches",
];

/** Tells if a text may have documents that refer to others, or to which others refer. */
export function mayRefer(text: string): boolean {
  return SIGNS.some((sign) => text.includes(sign));
}

/** The names in the YAML files of a folder, by the address of each. */
export type NamesBelow = Map<string, ReadonlySet<string>>;

/** The names in the YAML files below a folder whose documents may refer to each other; none if there are too many files. Links are not followed. */
export async function namesBelow(valuesFiles: ValuesFiles, root: string): Promise<NamesBelow> {
  const folders = [root];
  const files: string[] = [];
  for (const folder of folders) {
    for (const { name, isFolder } of await valuesFiles.entries(folder)) {
      const uri = Utils.joinPath(URI.parse(folder), name).toString();
      if (isFolder && !name.startsWith(".") && name !== "node_modules") folders.push(uri);
      else if (!isFolder && isYaml(name)) files.push(uri);
    }
    if (folders.length > MOST_FOLDERS || files.length > MOST_FILES) return new Map();
  }
  const names: NamesBelow = new Map();
  for (let first = 0; first < files.length; first += AT_ONCE)
    await readNames(valuesFiles, names, files.slice(first, first + AT_ONCE));
  return names;
}

/** Reads the names in some files again. */
export async function readNames(
  valuesFiles: ValuesFiles,
  names: NamesBelow,
  files: Iterable<string>,
): Promise<void> {
  const read = Array.from(files, async (uri) => {
    const content = await valuesFiles.read(uri, MOST_BYTES);
    if ("text" in content && mayRefer(content.text)) names.set(sameSpelling(uri), namesIn(content.text));
    else names.delete(sameSpelling(uri));
  });
  await Promise.all(read);
}

/**
 * The values of keys `name` in a text, in any notation, the last parts of those of `path` and `chart`, and the names of YAML files if the text names files with values or
 * patches.
 */
export function namesIn(text: string): ReadonlySet<string> {
  const names = Array.from(text.matchAll(/\bname["']?: *["']?([\w.-]+)/g), ([, name = ""]) => name);
  const folders = Array.from(
    text.matchAll(/\b(?:path|chart)["']?: *["']?(?:[\w.-]+\/)*([\w.-]+)/g),
    ([, folder = ""]) => folder,
  );
  const words = /values?Files|patches/.test(text) ? text.split(/[\s,/"'[\]]/) : [];
  return new Set([...names, ...folders, ...words.filter(isYaml)]);
}

/** True for the name of a YAML file. */
export function isYaml(name: string): boolean {
  return /\.ya?ml$/i.test(name);
}
