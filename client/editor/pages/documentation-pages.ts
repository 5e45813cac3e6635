// Not translated: the pages are in English.
interface DocumentationPage {
  /** The page as HTML, with an `id` at each place that can be asked for. */
  readonly body: string;
  /** The place to start at; the top of the page if this is empty or does not exist. */
  readonly anchor: string;
  /** The nonce that only this page's own style and script have. */
  readonly nonce: string;
}

/** The page as a web view shows it: in the colours of the editor, scrolled to the requested place, which is marked. */
export function documentationHtml({ body, anchor, nonce }: DocumentationPage): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<title>CAP Operator</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body data-anchor="${attribute(anchor)}">
${body}
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>
`;
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

const STYLE = `
body { max-width: 70em; padding: 0 2em 60vh; line-height: 1.5; }
code { font-family: var(--vscode-editor-font-family); }
td code { overflow-wrap: anywhere; }
td:first-child { min-width: 9em; }
pre { padding: 1em; overflow: auto; background: var(--vscode-textCodeBlock-background); }
table { border-collapse: collapse; }
th, td { padding: 0.3em 0.8em; text-align: left; vertical-align: top; border-bottom: 1px solid var(--vscode-widget-border, #8884); }
.asked { background: var(--vscode-editor-findMatchHighlightBackground); }
`;

const SCRIPT = `
const place = document.getElementById(document.body.dataset.anchor);
const asked = place?.closest("tr") ?? place;
asked?.classList.add("asked");
asked?.scrollIntoView();
`;

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
