// What the licences of the packages inside the bundles demand: their copyright lines and texts, in one file that ships with them.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const LICENCE_FILES = /^(?:licen[cs]e|copying|notice|third-?party-?notices?)(?:[-.].*)?$/i;

/** Packages that come without a licence file, and one of the same author and licence that has it. */
const SAME_LICENCE = { "@vscode/l10n": "vscode-languageserver" };

/** What is in the package and comes from no package of npm. */
const OTHERS = [
  {
    name: "Kubernetes API descriptions",
    about: "The schemas quote field descriptions of the Kubernetes API. Copyright The Kubernetes Authors.",
    license: "Apache-2.0",
  },
];

/**
 * The text of `ThirdPartyNotices.txt`. `metafiles` are those of esbuild; a package counts if a bundle has any of its bytes. Throws
 * with the names of all packages whose licence is not in them.
 */
export function thirdPartyNotices(metafiles, root) {
  const packages = packagesIn(metafiles, root);
  const missing = packages.filter(({ texts }) => texts.length === 0).map(({ name }) => name);
  if (missing.length > 0) throw new Error(`No licence text was found for ${missing.join(", ")}.`);
  const sections = [
    ...packages.map(({ name, version, license, texts }) =>
      section(`${name} ${version}`, license, texts.join("\n\n")),
    ),
    ...OTHERS.map(({ name, about, license }) =>
      section(name, license, `${about}\nThe text of the licence is in the file LICENSE.`),
    ),
  ];
  const opening =
    "This extension contains parts of the following works. Their licences follow, as the works themselves state them.";
  return `${opening}\n\n${sections.join("\n")}`;
}

/** The names and versions of the packages that any of the bundles has bytes of, sorted. */
export function bundledPackages(metafiles, root) {
  return packagesIn(metafiles, root).map(({ name, version }) => ({ name, version }));
}

function section(title, license, text) {
  const line = "-".repeat(80);
  return `${line}\n${title} (${license})\n${line}\n\n${text.trim()}\n`;
}

/** The packages in the bundles with their licences, by name and version. */
function packagesIn(metafiles, root) {
  const folders = new Set(
    metafiles
      .flatMap(({ outputs }) => Object.values(outputs))
      .flatMap(({ inputs }) => Object.entries(inputs))
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      // What is in another bundle has the name of that one before its path, and is counted there.
      .flatMap(([file]) => /^(?:[^:]*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []),
  );
  const found = [...folders].map((folder) => packageIn(path.join(root, folder)));
  const byTitle = new Map(found.map((one) => [`${one.name} ${one.version}`, one]));
  return [...byTitle].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

function packageIn(folder) {
  const { name, version, license } = manifestOf(folder);
  const texts = licencesIn(folder);
  const other = SAME_LICENCE[name];
  if (texts.length > 0 || other === undefined) return { name, version, license, texts };
  const sibling = path.join(folder.slice(0, -name.length), other);
  const isSame = ["author", "license"].every(
    (field) => manifestOf(folder)[field] === manifestOf(sibling)[field],
  );
  return { name, version, license, texts: isSame ? licencesIn(sibling) : [] };
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
}

function licencesIn(folder) {
  const files = readdirSync(folder).filter((file) => LICENCE_FILES.test(file));
  return files.sort().map((file) => readFileSync(path.join(folder, file), "utf8"));
}
