// Writes the pages of the package into dist/: what a person can read there without the repository and without a network.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectAddress } from "./addresses.ts";
import { headingOf, packagedText, withoutSections } from "./packaged-text.ts";

/** The pages that are in the package, in the order of its table of contents; the pages of the rules are with them. */
const PAGES = [
  "install",
  "security",
  "values",
  "values-published",
  "operator",
  "operator-published",
  "rules",
  "ci",
  "cli",
  "agents",
].map((page) => `docs/${page}.md`);

/** Sections of the README for people who have the repository. */
const OF_THE_REPOSITORY = ["Try it", "More"];

/** The pages of the package by their paths in it, made of the repository in the folder `root`. */
export function packagedDocs(root: string): ReadonlyMap<string, string> {
  const read = (file: string) => readFileSync(path.join(root, file), "utf8").replaceAll("\r\n", "\n");
  const address = projectAddress(JSON.parse(read("package.json")));
  const rules = readdirSync(path.join(root, "docs/rules")).map((name) => `docs/rules/${name}`);
  const files = [...PAGES, ...rules];
  const isAtHand = (file: string) => files.includes(file);
  const pages = new Map(files.map((file) => [`dist/${file}`, packagedText(read(file), { file, isAtHand })]));
  pages.set("dist/docs/index.md", contents(pages));
  pages.set("dist/README.md", packagedReadme(read("README.md"), address, pages));
  return pages;
}

/** The table of contents. */
function contents(pages: ReadonlyMap<string, string>): string {
  const lines = PAGES.map(
    (file) => `- [${headingOf(pages.get(`dist/${file}`) ?? "")}](${path.basename(file)})`,
  );
  return `# CAP Operator\n\n${lines.join("\n")}\n`;
}

/** The README. Neither the editor's page about an extension nor a marketplace follows a relative link. */
function packagedReadme(
  readme: string,
  address: string | undefined,
  pages: ReadonlyMap<string, string>,
): string {
  const text = withoutSections(readme, OF_THE_REPOSITORY);
  const titles = PAGES.map((file) => `*${headingOf(pages.get(`dist/${file}`) ?? "")}*`);
  const documentation = `## Documentation

The command *CAP Operator: Open Documentation* shows the pages that come with the package (its folder \`dist/docs\`): ${titles.join(", ")}.
`;
  return packagedText(`${text.trimEnd()}\n\n${documentation}`, {
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
    const code = /^dist\/docs\/rules\/([a-z-]+)\.md$/.exec(file)?.[1];
    return code === undefined ? [] : [[code, text]];
  });
  return JSON.stringify(Object.fromEntries(found));
}

/** Writes the pages into the folder `dist` of the repository in `root`, in the place of those that are there. */
export function writePackagedDocs(root: string): void {
  rmSync(path.join(root, "dist/docs"), { recursive: true, force: true });
  const pages = packagedDocs(root);
  for (const [file, text] of [...pages, ["dist/docs/rules.json", rulePages(pages)] as const]) {
    const target = path.join(root, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
}
