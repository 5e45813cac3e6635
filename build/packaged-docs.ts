// Writes the pages of the package into dist/: what a person can read there without the repository and without a network.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type AddressedManifest, addressesOfVersion } from "./addresses.ts";
import { type Addresses, packagedText, withoutSections, withoutTests } from "./packaged-text.ts";
import { withoutUnpublished } from "./published-pages.ts";

/** The folders of `docs/` that are in the package; measurements of the project are not. */
const FOLDERS = ["", "guides/", "reference/", "reference/rules/", "operations/"];

/** Pages that are of no use in an editor: the settings editor has all descriptions, and the German page is the start of the site. */
const NOT_IN_EDITOR = ["docs/reference/settings.md", "docs/de/README.md"];

/** The table of contents in the repository, and its section that is not for people who use the package. */
const INDEX = "docs/README.md";
const OF_THE_PROJECT = ["Project"];

/** The section of the README that is only for people who can reach the repository. */
const OF_THE_REPOSITORY = ["Contribute"];

/** The pages of the package by their paths in it, made of the repository in the folder `root`. */
export function packagedDocs(
  root: string,
  manifest: AddressedManifest & { readonly version: string } = JSON.parse(
    readFileSync(path.join(root, "package.json"), "utf8"),
  ),
): ReadonlyMap<string, string> {
  const read = (file: string) => readFileSync(path.join(root, file), "utf8").replaceAll("\r\n", "\n");
  const address = addressesOfVersion(manifest);
  const files = FOLDERS.flatMap((folder) => pagesIn(root, `docs/${folder}`)).filter(
    (file) => file !== INDEX && !NOT_IN_EDITOR.includes(file),
  );
  const isAtHand = (file: string) => files.includes(file);
  const packaged = (file: string, text: string) =>
    packagedText(withoutTests(text), { file, isAtHand, address, instead: inRepository });
  const pages = new Map(files.map((file) => [`dist/${file}`, packaged(file, read(file))]));
  const index = withoutSections(read(INDEX), OF_THE_PROJECT);
  pages.set("dist/docs/index.md", packaged(INDEX, withoutEntries(index, NOT_IN_EDITOR)));
  pages.set("dist/README.md", packagedReadme(read("README.md"), address, pages));
  return pages;
}

function pagesIn(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}${name}`);
}

/** A table of contents without the lines about these pages. */
function withoutEntries(text: string, files: readonly string[]): string {
  return text
    .split("\n")
    .filter((line) => !files.some((file) => line.includes(`](${file.replace("docs/", "")})`)))
    .join("\n");
}

/** The note after the words of a link to a page that is not in the package, while the project has no public address. */
export const IN_REPOSITORY = "(in the repository)";

function inRepository(words: string): string {
  return `*${words}* ${IN_REPOSITORY}`;
}

/** The README. Neither the editor's page about an extension nor a marketplace follows a relative link. */
function packagedReadme(
  readme: string,
  address: Addresses | undefined,
  pages: ReadonlyMap<string, string>,
): string {
  const published = withoutUnpublished(readme);
  return packagedText(address === undefined ? withoutSections(published, OF_THE_REPOSITORY) : published, {
    file: "README.md",
    isAtHand: () => false,
    address,
    instead: (words, file) => (pages.has(`dist/${file}`) ? `*${words}*` : words),
  });
}

/**
 * The pages of the rules by their codes, in one file. The extension reads them from there, because as files of their own they would take
 * three times the room in its package.
 */
export function rulePages(pages: ReadonlyMap<string, string>): string {
  const found = [...pages].flatMap(([file, text]) => {
    const code = /^dist\/docs\/reference\/rules\/([a-z-]+)\.md$/.exec(file)?.[1];
    return code === undefined ? [] : [[code, text]];
  });
  return JSON.stringify(Object.fromEntries(found));
}

/** Writes the pages into the folder `dist` of the repository in `root`, in the place of those that are there. */
export function writePackagedDocs(root: string): void {
  rmSync(path.join(root, "dist/docs"), { recursive: true, force: true });
  const pages = packagedDocs(root);
  for (const [file, text] of [...pages, ["dist/docs/reference/rules.json", rulePages(pages)] as const]) {
    const target = path.join(root, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
