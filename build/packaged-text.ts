/** The addresses of the repository's files on the web. */
export interface Addresses {
  readonly pages: string;
  readonly pictures: string;
}

/** A text of the repository with the files that its readers can reach. */
export interface Surroundings {
  /** The path of the text in the repository. */
  readonly file: string;
  /** True if a file of the repository is in the package, where a relative link to it works. */
  readonly isAtHand: (file: string) => boolean;
  /** The public address of the files of the repository as they are in this version, if it has one. */
  readonly address?: Addresses;
  /** Replaces a link to a file that readers cannot reach; by default, its words stay. */
  readonly instead?: (words: string, file: string) => string;
}

// Code is matched first, so that nothing in it is taken for a link.
const CODE_OR_LINK = /(`[^`\n]*`)|(!?)\[((?:`[^`\n]*`|[^\]`])*)\]\(([^()\s]+)\)/g;

/**
 * A picture in two themes, as GitHub chooses between them (https://docs.github.com/get-started/writing-on-github, "Specifying the theme
 * an image is shown to"): dark, text and light. The editor's pages know the element `img` only.
 */
export const THEMED =
  /<picture>\s*<source [^>]*srcset="([^"]*)">\s*<img alt="([^"]*)" src="([^"]*)">\s*<\/picture>/g;

/**
 * A Markdown text with links that work for those who only have the package: to a file in it, or else to the public
 * address. Without one, a link becomes words, and a picture goes; so do comments, which are for those who have the repository. Of a picture
 * in two themes, the dark one stays: that is the theme of an editor where nothing is set.
 * Fenced code stays as it is.
 */
export function packagedText(text: string, surroundings: Surroundings): string {
  return text
    .split(/^(```[\s\S]*?^```[ \t]*$)/m)
    .map((part, index) => (index % 2 === 1 ? part : rewritten(part, surroundings)))
    .join("");
}

function rewritten(part: string, { file, isAtHand, address, instead }: Surroundings): string {
  const links = part
    .replace(THEMED, "![$2]($1)")
    .replace(
      CODE_OR_LINK,
      (all, code: string | undefined, picture: string, words: string, target: string) => {
        if (code !== undefined || /^(?:[a-z][a-z\d+.-]*:|#)/i.test(target)) return all;
        const { pathname, hash } = new URL(target, `file:///${file}`);
        const found = pathname.slice(1);
        if (isAtHand(found)) return all;
        if (address === undefined) return picture ? "" : (instead?.(words, found) ?? words);
        return picture
          ? `![${words}](${address.pictures}/${found})`
          : `[${words}](${address.pages}/${found}${hash})`;
      },
    );
  return links.replaceAll(/<!--[\s\S]*?-->/g, "").replaceAll(/\n{3,}/g, "\n\n");
}

/** A Markdown text without the sections of the second level that have these headings. */
export function withoutSections(text: string, headings: readonly string[]): string {
  return text
    .split(/^(?=## )/m)
    .filter((section) => !headings.some((heading) => section.startsWith(`## ${heading}\n`)))
    .join("");
}

/** A Markdown text without the names of tests, which only the repository has: those in parentheses, and columns with the heading "shown by". */
export function withoutTests(text: string): string {
  const test = "`(?:client|cluster|e2e|lsp|mcp|workspace)/[\\w/-]+`";
  const blocks = text.replaceAll(new RegExp(` \\(${test}(?:,\\s+${test})*\\)`, "g"), "").split("\n\n");
  return blocks
    .map((block) => (SHOWN_BY.test(block) ? block.replaceAll(LAST_CELL, "|") : block))
    .join("\n\n");
}

const SHOWN_BY = /^\|.*\| shown by \|$/m;
const LAST_CELL = /\|[^|\n]*\|$/gm;
