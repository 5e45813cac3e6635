import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { type AddressedManifest, projectAddress } from "./addresses.ts";

/** The parts of the manifest that pages name for those who install the project. */
export interface PublishedManifest extends AddressedManifest {
  readonly name: string;
  readonly version: string;
  readonly publisher: string;
}

/** The files that have somebody install the project, or use a part of it by its address. */
const PAGES = [
  "README.md",
  "server/cli/README.md",
  "docs/**/*.md",
  "action.yml",
  ".pre-commit-hooks.yaml",
  "templates/*.yml",
];

/** The address in examples as long as the project has none. */
const EXAMPLE = "https://git.example.org/platform/cap-operator-tools";

/** A part of a page that is true as long as nothing is published. */
const UNTIL_PUBLISHED = /^<!-- until published -->\n[\s\S]*?^<!-- published -->\n\n?/gm;

/** A page without what concerns those who cannot install what is published. */
export function withoutUnpublished(text: string): string {
  return text.replaceAll(UNTIL_PUBLISHED, "");
}

/**
 * A page with the publisher, the version and the address of the manifest where somebody installs the project or uses a part of it: as an extension, a package,
 * hooks of pre-commit, an action of GitHub or a component of GitLab. With an address, it no longer says that nothing is published.
 */
export function publishedPage(text: string, manifest: PublishedManifest): string {
  const { name, version, publisher } = manifest;
  const address = projectAddress(manifest);
  const repository = address ?? EXAMPLE;
  const place = repository.replace("https://", "");
  const page = text
    .replaceAll(new RegExp(`(--install-extension )[\\w-]+\\.${name}\\b`, "g"), `$1${publisher}.${name}`)
    .replaceAll(new RegExp(`\\b${name}([@-])\\d+\\.\\d+\\.\\d+`, "g"), `${name}$1${version}`)
    .replaceAll(/^Version \d+\.\d+\.\d+ is not published yet\./gm, `Version ${version} is not published yet.`)
    .replaceAll(
      /^( *- repo: )https:\S+\n( *rev: )v\S+$/gm,
      (_, repo: string, rev: string) => `${repo}${repository}\n${rev}v${version}`,
    )
    .replaceAll(
      /\b(uses: )(?!actions\/|github\/)[\w.-]+\/[\w.-]+@v\S+/g,
      (_, uses: string) => `${uses}${place.split("/").slice(-2).join("/")}@v${version}`,
    )
    .replaceAll(
      /(- component: )\S+\/check@v\S+/g,
      (_, component: string) => `${component}${place}/check@v${version}`,
    );
  return address === undefined ? page : withoutUnpublished(page);
}

/** The pages of the repository in the folder `root` as they are and as they must be, by their paths. */
export function publishedPages(
  root: string,
  manifest: PublishedManifest,
): ReadonlyMap<string, { readonly text: string; readonly published: string }> {
  const files = PAGES.flatMap((pattern) => globSync(pattern, { cwd: root }));
  return new Map(
    files.map((file) => {
      const text = readFileSync(path.join(root, file), "utf8").replaceAll("\r\n", "\n");
      return [file.replaceAll(path.sep, "/"), { text, published: publishedPage(text, manifest) }];
    }),
  );
}
