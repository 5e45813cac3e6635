// What the licences of the packages inside the bundles demand: their copyright lines and texts, in one file that ships with them.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { onlyLicences, withSharedParagraphs } from "./licence-texts.mjs";
import { worksInside } from "./works-inside-packages.mjs";

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
  const inside = worksInside(filesOfPackages(metafiles).map((file) => path.join(root, file)));
  const missing = [...packages, ...inside].filter(({ texts }) => texts.length === 0).map(({ name }) => name);
  if (missing.length > 0) throw new Error(`No licence text was found for ${missing.join(", ")}.`);
  const sections = [
    ...packages.map(({ name, version, license, texts }) => ({
      title: `${name} ${version} (${license})`,
      texts,
    })),
    ...inside.map(({ name, license, texts }) => ({ title: `${name} (${license})`, texts })),
    ...OTHERS.map(({ name, about, license }) => ({
      title: `${name} (${license})`,
      texts: [`${about}\nThe text of the licence is in the file LICENSE.`],
    })),
  ];
  const opening =
    "This extension contains parts of the following works. Their licences follow, as the works themselves state them; a number in brackets names a paragraph at the end of this file, which is part of more than one licence.";
  return `${opening}\n\n${withSharedParagraphs(sections)}`;
}

/** The names and versions of the packages that any of the bundles has bytes of, sorted. */
export function bundledPackages(metafiles, root) {
  return packagesIn(metafiles, root).map(({ name, version }) => ({ name, version }));
}

/** The files of packages that a bundle has bytes of. */
function filesOfPackages(metafiles) {
  const files = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([file]) => file)
    // What is in another bundle has the name of that one before its path, and is counted there.
    .filter((file) => /^(?:[^:]*\/)?node_modules\//.test(file));
  return [...new Set(files)];
}

/** The packages in the bundles with their licences, by name and version. */
function packagesIn(metafiles, root) {
  const folders = new Set(
    filesOfPackages(metafiles).flatMap(
      (file) => /^(?:[^:]*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? [],
    ),
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
  return files.sort().map((file) => onlyLicences(readFileSync(path.join(folder, file), "utf8")));
}
