/** The table of contents. */
export const CONTENTS = "index.md";

const PAGE = /^\/((?:(?:guides|reference|reference\/rules|operations)\/)?[a-z-]+\.md)$/;

/**
 * The page in the folder of the documentation that the path of an address names, else the table of contents; never a file outside
 * the folder.
 */
export function pageAt(path: string): string {
  return PAGE.exec(path)?.[1] ?? CONTENTS;
}

/** The file in the folder of the documentation with the pages of all rules, by their codes. */
export const RULE_PAGES = "reference/rules.json";

/** The code of the rule that a page is about; `undefined` for a page that is a file of its own. */
export function ruleOfPage(page: string): string | undefined {
  return /^reference\/rules\/([a-z-]+)\.md$/.exec(page)?.[1];
}

/** The page of a rule, from the file that contains all of them; empty if no rule has this code. */
export function rulePageIn(pages: string, code: string): string {
  return new Map(Object.entries<string>(JSON.parse(pages))).get(code) ?? "";
}

const RELATIVE_LINK = /<a href="([\w./-]+\.md)(?:#([\w-]*))?"/g;

/** The HTML of a page whose links to other pages run a command with the page and the anchor: a web view follows no relative link. */
export function linkedThroughCommand(html: string, page: string, command: string): string {
  return html.replace(RELATIVE_LINK, (_, target: string, anchor = "") => {
    const linked = new URL(target, `file:///${page}`).pathname.slice(1);
    return `<a href="command:${command}?${encodeURIComponent(JSON.stringify([linked, anchor]))}"`;
  });
}
