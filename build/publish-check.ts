import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type AddressedManifest, derivedAddresses } from "./addresses.ts";
import { changelogSection } from "./changelog.ts";
import { missingTexts } from "./l10n.ts";
import { cutLicences } from "./licences.ts";
import { NPM_README } from "./npm-package.ts";
import { IN_REPOSITORY, packagedDocs } from "./packaged-docs.ts";
import { publishedPages } from "./published-pages.ts";

/** The facts about the repository that a publication needs. */
export interface ToPublish {
  readonly manifest: AddressedManifest & {
    readonly name: string;
    readonly version: string;
    readonly publisher?: string;
    /** The author: a name, or a name with a mail address. */
    readonly author?: string | { readonly name: string };
  };
  readonly changelog: string;
  /** The pages that do not have the publisher, the version or the address of the manifest. */
  readonly stalePages: readonly string[];
  /** The paths in the changelog that the repository does not have. */
  readonly deadPaths: readonly string[];
  readonly security: string;
  /** The pages of the Marketplace and of npm. */
  readonly readmes: Readonly<Record<string, string>>;
  /** The pages of the package, by their paths. */
  readonly pages: ReadonlyMap<string, string>;
  /** The packages in the bundles whose licence is not in the notices word by word. */
  readonly cutLicences: readonly string[];
  readonly codeOwners: string;
  readonly licence: string;
  /** The texts that a language of the project does not have. */
  readonly untranslated: readonly string[];
  /** The bytes of the icon, if the manifest names one. */
  readonly icon: Uint8Array | undefined;
}

/** The sentences about what a person has to fill in before the project can be published; none if nothing is missing. */
export function stillToFillIn(found: ToPublish): string[] {
  const { manifest, changelog, deadPaths, security, readmes, pages, cutLicences } = found;
  const { codeOwners, licence, untranslated, icon, stalePages } = found;
  const { name, publisher, author, repository, version } = manifest;
  const maker = typeof author === "string" ? author.replace(/ *[<(].*$/, "") : author?.name;
  const [, holder = ""] = /Copyright \d{4} (.*)/.exec(licence) ?? [];
  const unfinished = [...pages].filter(([, text]) => text.includes(IN_REPOSITORY)).map(([page]) => page);
  const lacking = (needed: RegExp) =>
    Object.entries(readmes).flatMap(([page, text]) => (needed.test(text) ? [] : page));
  const { bugs, homepage, qna } = manifest;
  const missing: [isMissing: boolean, sentence: string][] = [
    [
      publisher === undefined || publisher === name,
      `"publisher" in package.json must be the id of the publisher that owns the extension on the Marketplace, with a namespace of the same name on Open VSX. It is still ${publisher === undefined ? "missing" : "the name of the package"}.`,
    ],
    [
      repository === undefined,
      '"repository" in package.json is missing. Fill in its type and url, then run "npm run manifest", which makes bugs, homepage and qna of it, and writes it into the pages. Until then, the README of the package has no pictures and no links to the project.',
    ],
    [
      JSON.stringify({ bugs, homepage, qna }) !==
        JSON.stringify({ ...NO_ADDRESSES, ...derivedAddresses(manifest) }),
      'bugs, homepage and qna in package.json do not follow from the repository. Run "npm run manifest".',
    ],
    [
      stalePages.length > 0,
      `Pages do not install what package.json names: ${stalePages.join(", ")}. Run "npm run manifest".`,
    ],
    [
      icon === undefined || !isLargePng(icon),
      '"icon" in package.json must name a PNG of at least 128 by 128 pixels.',
    ],
    [
      changelogSection(changelog, version) === undefined,
      `CHANGELOG.md has no section "## [${version}] - <date>".`,
    ],
    [
      !/^\*[ \t]+@/m.test(codeOwners),
      ".github/CODEOWNERS names nobody. Add a line with the people or the team that review changes.",
    ],
    [
      maker === undefined,
      '"author" in package.json is missing. Fill in the person or organization that makes the extension.',
    ],
    [
      maker !== undefined && !holder.startsWith(maker),
      `LICENSE must name the copyright holder as package.json does: Copyright ${new Date().getFullYear()} ${maker}.`,
    ],
    [
      !/[\w.+-]+@[\w-]+\.[\w.-]+|https:\/\//.test(security),
      ".github/SECURITY.md has no mail or web address to which a vulnerability can be reported.",
    ],
    ...sentencesOfReadmes(lacking),
    [
      unfinished.length > 0,
      `Pages of the package have links that lead nowhere without an address of the repository: ${unfinished.join(", ")}.`,
    ],
    [deadPaths.length > 0, `CHANGELOG.md names files that do not exist: ${deadPaths.join(", ")}.`],
    [
      cutLicences.length > 0,
      `dist/ThirdPartyNotices.txt does not have the whole license of ${cutLicences.join(", ")}.`,
    ],
    [
      untranslated.length > 0,
      `${untranslated.length} texts are not translated. List them with: npm run l10n -- --missing`,
    ],
  ];
  return missing.filter(([isMissing]) => isMissing).map(([, sentence]) => sentence);
}

/** The statements that a README needs, because people read it first. */
const IN_README: readonly (readonly [needed: RegExp, what: string])[] = [
  [/not a product of SAP/, "that this is not a product of SAP"],
  [/trademarks? of SAP SE/, "whose trademarks the names are"],
  [/no telemetry/, "that no telemetry is collected"],
  [/npm install --global/, "how the command line is installed from npm"],
];

function sentencesOfReadmes(lacking: (needed: RegExp) => readonly string[]): [boolean, string][] {
  return IN_README.map(([needed, what]) => {
    const pages = lacking(needed);
    return [pages.length > 0, `${pages.join(" and ")} must state ${what}.`];
  });
}

const NO_ADDRESSES = { bugs: undefined, homepage: undefined, qna: undefined };

function isLargePng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isPng = bytes.length > 24 && view.getUint32(0) === 0x89504e47;
  return isPng && view.getUint32(16) >= 128 && view.getUint32(20) >= 128;
}

/** Reads what a publication needs from the repository in the folder `root`. */
export function readToPublish(root: string): ToPublish {
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  const manifest = JSON.parse(read("package.json"));
  const changelog = read("CHANGELOG.md");
  const named = changelog.matchAll(/\b(?:bench|build|client|docs|lab|schemas|server|test)\/[\w./<>-]*\w/g);
  const pages = packagedDocs(root);
  return {
    manifest,
    changelog,
    stalePages: [...publishedPages(root, manifest)].flatMap(([page, { text, published }]) =>
      text === published ? [] : [page],
    ),
    deadPaths: [...named].map(([file]) => file).filter((file) => !existsSync(path.join(root, file))),
    security: read(".github/SECURITY.md"),
    readmes: {
      "README.md": pages.get("dist/README.md") ?? "",
      [NPM_README]: existsSync(path.join(root, NPM_README)) ? read(NPM_README) : "",
    },
    pages,
    cutLicences: cutLicences(root),
    codeOwners: read(".github/CODEOWNERS"),
    licence: read("LICENSE"),
    untranslated: missingTexts(root),
    icon: manifest.icon === undefined ? undefined : readFileSync(path.join(root, manifest.icon)),
  };
}
