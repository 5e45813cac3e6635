import { readFileSync } from "node:fs";
import path from "node:path";
import { type AddressedManifest, derivedAddresses } from "./addresses.ts";
import { changelogSection } from "./changelog.ts";
import { missingTexts } from "./l10n.ts";

/** What a publication needs of the repository. */
export interface ToPublish {
  readonly manifest: AddressedManifest & {
    readonly name: string;
    readonly version: string;
    readonly publisher?: string;
  };
  readonly changelog: string;
  readonly codeOwners: string;
  readonly licence: string;
  /** The texts that a language of the project does not have. */
  readonly untranslated: readonly string[];
  /** The bytes of the icon, if the manifest names one. */
  readonly icon: Uint8Array | undefined;
}

/** The sentences about what a person has to fill in before the project can be published; none if nothing is missing. */
export function stillToFillIn({
  manifest,
  changelog,
  codeOwners,
  licence,
  untranslated,
  icon,
}: ToPublish): string[] {
  const { name, publisher, repository, version } = manifest;
  const { bugs, homepage, qna } = manifest;
  const missing: [isMissing: boolean, sentence: string][] = [
    [
      publisher === undefined || publisher === name,
      `"publisher" in package.json must be the id of the publisher that owns the extension on the Marketplace, with a namespace of the same name on Open VSX. It is still ${publisher === undefined ? "missing" : "the name of the package"}.`,
    ],
    [
      repository === undefined,
      '"repository" in package.json is missing. Fill in its type and url, then run "npm run manifest", which makes bugs, homepage and qna of it. Until then, the README of the package has no pictures and no links to the project.',
    ],
    [
      JSON.stringify({ bugs, homepage, qna }) !==
        JSON.stringify({ ...NO_ADDRESSES, ...derivedAddresses(manifest) }),
      'bugs, homepage and qna in package.json do not follow from the repository. Run "npm run manifest".',
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
      /\[yyyy\]|\[name of copyright owner\]/.test(licence),
      "LICENSE still has the copyright line of its template.",
    ],
    [
      untranslated.length > 0,
      `${untranslated.length} texts are not translated. List them with: npm run l10n -- --missing`,
    ],
  ];
  return missing.filter(([isMissing]) => isMissing).map(([, sentence]) => sentence);
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
  return {
    manifest,
    changelog: read("CHANGELOG.md"),
    codeOwners: read(".github/CODEOWNERS"),
    licence: read("LICENSE"),
    untranslated: missingTexts(root),
    icon: manifest.icon === undefined ? undefined : readFileSync(path.join(root, manifest.icon)),
  };
}
