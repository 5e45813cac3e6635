import MarkdownIt from "markdown-it";

/** Reads pages as GitHub and the editor do. */
export const markdown = new MarkdownIt({ html: true });

/** The addresses of all links and pictures of a text, also in HTML. */
export function addressesIn(text: string): string[] {
  const inline = markdown.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  const written = inline
    .filter(({ type }) => type === "html_block" || type === "html_inline")
    .flatMap(({ content }) =>
      [...content.matchAll(/(?:href|src|srcset)="([^"]*)"/g)].map(([, address]) => address ?? ""),
    );
  const linked = inline
    .flatMap(({ attrs }) => attrs ?? [])
    .filter(([name]) => name === "href" || name === "src")
    .map(([, address]) => String(address));
  return [...linked, ...written];
}

/** The anchors of a page: those written as HTML, and the headings as GitHub and the editor name them. */
export function anchorsOf(text: string): string[] {
  const written = [...text.matchAll(/<a id="([^"]*)">/g)].map(([, anchor]) => anchor ?? "");
  const tokens = markdown.parse(text, {});
  const headings = tokens.flatMap(({ type }, index) =>
    type === "heading_open"
      ? [(tokens[index + 1]?.children ?? []).map(({ content }) => content).join("")]
      : [],
  );
  return [...written, ...headings.map(slugOf)];
}

/** GitHub keeps letters of any language, digits, hyphens and underscores, and makes hyphens of spaces. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, "")
    .replaceAll(" ", "-");
}
