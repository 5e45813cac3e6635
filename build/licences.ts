// Collects the copyright lines and texts that the licences of bundled packages demand, in one file that ships with the bundles.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The used part of esbuild's metafiles: the bytes of each input file in each output. */
export interface Bundled {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >;
}

/** A package of npm in one of its versions. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** The package whose own bundle has it, if it is not installed: name and version. */
  readonly inside?: string;
}

interface Work {
  readonly name: string;
  readonly version?: string;
  readonly license: string;
  readonly texts: readonly string[];
}

type Manifest = Readonly<Record<"name" | "version" | "license", string> & { author?: unknown }>;

const LICENCE_FILES = /^(?:licen[cs]e|copying|notice|third-?party-?notices?)(?:[-.].*)?$/i;

/** Packages that come without a licence file, and one of the same author and licence that has it. */
const SAME_LICENCE: Readonly<Record<string, string>> = { "@vscode/l10n": "vscode-languageserver" };

/** Works in the package that come from no package of npm. */
const OTHERS: readonly Work[] = [
  {
    name: "Kubernetes API descriptions",
    license: "Apache-2.0",
    texts: [
      "The schemas quote field descriptions of the Kubernetes API. Copyright The Kubernetes Authors.\nThe text of the license is in the file LICENSE.",
    ],
  },
];

const OPENING =
  "This extension contains parts of the following works. Their licenses follow, as the works themselves state them.";

/**
 * The text of `ThirdPartyNotices.txt`. A package counts if a bundle has any of its bytes. Throws with the names of all packages whose
 * licence is not in them.
 */
export function thirdPartyNotices(metafiles: readonly Bundled[], root: string): string {
  const works = [...packagesIn(metafiles, root), ...worksInside(metafiles, root), ...OTHERS];
  const missing = works.filter(({ texts }) => texts.length === 0).map(({ name }) => name);
  if (missing.length > 0) throw new Error(`No license text was found for ${missing.join(", ")}.`);
  const line = "-".repeat(80);
  const sections = works.map(({ name, version, license, texts }) => {
    const title = `${version ? `${name} ${version}` : name} (${license})`;
    return `${line}\n${title}\n${line}\n\n${texts.map((text) => text.replaceAll("\r\n", "\n").trim()).join("\n\n")}\n`;
  });
  return [`${OPENING}\n`, ...sections].join("\n");
}

/** The packages in the bundles as they were built whose licence files are not in the notices as they are; none before a build. */
export function cutLicences(root: string): string[] {
  const built = ["bundled-packages.json", "ThirdPartyNotices.txt"].map((file) =>
    path.join(root, "dist", file),
  );
  if (!built.every((file) => existsSync(file))) return [];
  const [packages = "", notices = ""] = built.map((file) => readFileSync(file, "utf8"));
  const cut = (JSON.parse(packages) as readonly BundledPackage[]).filter(({ name, inside }) => {
    const texts = inside === undefined ? licencesIn(path.join(root, "node_modules", name)) : [];
    return !texts.every((text) => notices.includes(text.replaceAll("\r\n", "\n").trim()));
  });
  return cut.map(({ name }) => name);
}

/** The packages that any of the bundles has bytes of, sorted, and after them those that are in bundles of their own. */
export function bundledPackages(metafiles: readonly Bundled[], root: string): BundledPackage[] {
  return [...packagesIn(metafiles, root), ...worksInside(metafiles, root)].map(
    ({ texts: _, ...shipped }) => shipped,
  );
}

/** The files of packages that a bundle has bytes of. */
function filesOfPackages(metafiles: readonly Bundled[]): string[] {
  const files = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([file]) => file)
    .filter((file) => folderOf(file) !== undefined);
  return [...new Set(files)];
}

/** The packages in the bundles with their licences, by name and version. */
function packagesIn(metafiles: readonly Bundled[], root: string): (Work & BundledPackage)[] {
  const folders = new Set(filesOfPackages(metafiles).flatMap((file) => folderOf(file) ?? []));
  const found = [...folders].map((folder) => packageIn(path.join(root, folder)));
  const byTitle = new Map(found.map((work) => [`${work.name} ${work.version}`, work]));
  return [...byTitle].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, work]) => work);
}

/** The folder of the package that a file is part of. */
function folderOf(file: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];
}

function packageIn(folder: string): Work & BundledPackage {
  const { name, version, license, author } = manifestOf(folder);
  const texts = licencesIn(folder);
  const other = SAME_LICENCE[name];
  if (texts.length > 0 || other === undefined) return { name, version, license, texts };
  const sibling = path.join(folder.slice(0, -name.length), other);
  const siblingManifest = manifestOf(sibling);
  const isSame = siblingManifest.author === author && siblingManifest.license === license;
  return { name, version, license, texts: isSame ? licencesIn(sibling) : [] };
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
}

function licencesIn(folder: string): string[] {
  const files = readdirSync(folder).filter((file) => LICENCE_FILES.test(file));
  return files.sort().map((file) => readFileSync(path.join(folder, file), "utf8"));
}

const MIT_TERMS = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** Works that packages of npm have in their own bundles and that are not installed here; from these works' packages on npm. */
const KNOWN = new Map<string, readonly string[]>([
  ["ajv-formats", ["Copyright (c) 2020 Evgeny Poberezkin"]],
  ["content-type", ["Copyright (c) 2015 Douglas Christopher Wilson"]],
]);

/** The comment with which a bundler begins what comes from a module: its path, as pnpm installs it. */
const REGION = /^\/\/#region (.*\/node_modules\/.*)$/gm;

/**
 * The works that packages contain by their own files, sorted by name: titles and texts, of which there are none if a work is
 * not known. Some of a work may not be in a bundle; it is named all the same. Works that are also bundled as packages are not
 * named again.
 */
function worksInside(metafiles: readonly Bundled[], root: string): (Work & BundledPackage)[] {
  const packages = packagesIn(metafiles, root).map(({ name, version }) => `${name} ${version}`);
  const found = new Map<string, Work & BundledPackage>();
  for (const file of filesOfPackages(metafiles)) {
    const owner = manifestOf(path.join(root, folderOf(file) ?? ""));
    for (const [, module = ""] of readFileSync(path.join(root, file), "utf8").matchAll(REGION)) {
      const folder = folderOf(module) ?? "";
      const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
      // Its folder is `.pnpm/<name>@<version>_<peers>`, with a plus sign in the place of a slash.
      const store = folder.slice(0, -`/node_modules/${name}`.length).replace(/^.*\//, "");
      const version = store.slice(name.length + 1).replace(/[_(].*$/, "");
      found.set(`${name} ${version}`, {
        ...knownWork(name, root),
        version,
        inside: `${owner.name}@${owner.version}`,
      });
    }
  }
  const others = [...found].filter(([title]) => !packages.includes(title));
  return others.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, work]) => work);
}

function knownWork(name: string, root: string): Work {
  const installed = path.join(root, "node_modules", name);
  if (existsSync(installed)) return packageIn(installed);
  const known = KNOWN.get(name);
  return { name, license: "MIT", texts: known === undefined ? [] : [[...known, MIT_TERMS].join("\n\n")] };
}
