import type { ZipEntry } from "./zip-listing.ts";

/** The most bytes that the package may have: what an editor downloads. A third of it is the
 * language server once more, for browsers. Patterns of others are matched by RE2, which is 50 kB in either. The parts tell much earlier which
 * of them has grown. */
export const LIMIT = 2_250_000;

interface Part {
  readonly name: string;
  readonly files: RegExp;
  /**
   * The most bytes that its files may have together when packed: what they had when this was set last, and a tenth more. A rule or a sentence
   * adds some hundred bytes to several parts at once, and may; a library that slips into a bundle, or a file that is packed twice, is more
   * than a tenth of its part.
   */
  readonly budget: number;
}

/** The parts of the package. A file belongs to the first part that its path in the extension matches. */
const PARTS: readonly Part[] = [
  { name: "browser", files: /^dist\/web\//, budget: 790_000 },
  { name: "extension", files: /^dist\/extension\.cjs$/, budget: 263_000 },
  { name: "language server and command line", files: /^dist\/[\w-]+\.js$/, budget: 860_000 },
  { name: "schemas", files: /^dist\/schemas\//, budget: 67_000 },
  { name: "documentation", files: /^dist\/docs\/|^(readme|changelog)\.md$/, budget: 103_000 },
  { name: "notices and licence", files: /^(dist\/ThirdPartyNotices|LICENSE)\.txt$/, budget: 49_000 },
  {
    name: "manifest, snippets, grammars",
    files: /^package\.json$|^(snippets|client\/syntaxes)\//,
    budget: 8_000,
  },
  { name: "texts in the languages of editors", files: /^(l10n\/|package\.nls)/, budget: 90_000 },
  { name: "pictures and walkthrough", files: /^client\/media\//, budget: 12_000 },
  {
    name: "what the packer adds",
    files: /^(extension\.vsixmanifest|\[Content_Types\]\.xml)$/,
    budget: 1_500,
  },
];

/** A part, and how many bytes its files have when packed. */
export interface PackedPart {
  readonly name: string;
  readonly budget: number;
  readonly packed: number;
}

/** The size of each part. Files that belong to none are in a last part, which has no budget. */
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

/** The parts above their budgets, in words, and the whole package of `size` bytes if that is above the limit. */
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
