import type { ZipEntry } from "./zip-listing.ts";

/** The most bytes that the package may have: what an editor downloads. */
const LIMIT = 1_075_000;

interface Part {
  readonly name: string;
  readonly files: RegExp;
  /** The most bytes that its files may have together when packed: what they have now and a little more. */
  readonly budget: number;
}

/** What the package consists of. A file belongs to the first part that its path in the extension matches. */
const PARTS: readonly Part[] = [
  { name: "browser", files: /^dist\/web\//, budget: 123_000 },
  { name: "client", files: /^dist\/(extension|language-client)\.cjs$/, budget: 153_000 },
  { name: "protocol", files: /^dist\/protocol\.js$/, budget: 29_500 },
  {
    name: "server",
    files: /^dist\/(server|language-server|compile-cache|disk)\.cjs$|^dist\/package\.json$/,
    budget: 35_000,
  },
  { name: "engine", files: /^dist\/engine(-later)?\.js$/, budget: 224_000 },
  { name: "command line", files: /^dist\/(cli|cli-worker|cap-operator)\.cjs$/, budget: 41_500 },
  { name: "agents", files: /^dist\/agents\.cjs$/, budget: 82_500 },
  { name: "formatter", files: /^dist\/yaml-service\.js$/, budget: 71_500 },
  { name: "checks of schemas and patterns", files: /^dist\/(json-service|re2)\.js$/, budget: 64_000 },
  { name: "chart archives", files: /^dist\/tar\.js$/, budget: 4_500 },
  { name: "schemas", files: /^dist\/schemas\//, budget: 39_000 },
  { name: "documentation", files: /^dist\/docs\/|^(readme|changelog)\.md$/, budget: 70_500 },
  { name: "notices and licence", files: /^(dist\/ThirdPartyNotices|LICENSE)\.txt$/, budget: 19_500 },
  { name: "manifest, snippets, grammars", files: /^package\.json$|^(snippets|syntaxes)\//, budget: 12_000 },
  { name: "texts in the languages of editors", files: /^(l10n\/|package\.nls)/, budget: 90_500 },
  { name: "pictures and walkthrough", files: /^media\//, budget: 14_500 },
  {
    name: "what the packer adds",
    files: /^(extension\.vsixmanifest|\[Content_Types\]\.xml)$/,
    budget: 2_000,
  },
];

/** A part, and how many bytes its files have when packed. */
export interface PackedPart {
  readonly name: string;
  readonly budget: number;
  readonly packed: number;
}

/** How large each part is. Files that belong to none are in a last part, which has no budget. */
export function partsOf(entries: readonly ZipEntry[]): readonly PackedPart[] {
  const rest: Part = { name: "files of no part", files: /^/, budget: 0 };
  const all = [...PARTS, rest];
  const partOf = (name: string) => all.find(({ files }) => files.test(name.replace(/^extension\//, "")));
  return all
    .map((part) => ({
      name: part.name,
      budget: part.budget,
      packed: entries
        .filter(({ name }) => partOf(name) === part)
        .reduce((sum, { compressed }) => sum + compressed, 0),
    }))
    .filter((part) => part.name !== rest.name || part.packed > 0);
}

/** What is larger than it may be, in words: parts, and the whole package of `size` bytes. */
export function overBudget(parts: readonly PackedPart[], size: number): readonly string[] {
  const numbers = (is: number, most: number) =>
    `has ${is.toLocaleString("en")} bytes; the limit is ${most.toLocaleString("en")}`;
  return [
    ...parts
      .filter(({ packed, budget }) => packed > budget)
      .map(({ name, packed, budget }) => `the part "${name}" ${numbers(packed, budget)}`),
    ...(size > LIMIT ? [`the package ${numbers(size, LIMIT)}`] : []),
  ];
}
