/**
 * The text that a snippet in LSP syntax gives when every tab stop keeps what it proposes: a placeholder its text, a
 * choice its first value, a bare tab stop the text of its first occurrence or nothing.
 */
export function expandSnippet(snippet: string): string {
  const proposals = new Map<string, string>();
  collect(snippet, proposals);
  return replaceStops(snippet, (number) => proposals.get(number) ?? "");
}

/** The numbers of a snippet's tab stops, each once, in ascending order. */
export function tabStops(snippet: string): number[] {
  const numbers = new Set<number>();
  replaceStops(snippet, (number) => {
    numbers.add(Number(number));
    return "";
  });
  return [...numbers].sort((a, b) => a - b);
}

const STOP =
  /\\([\\$}])|\$(\d+)|\$\{(\d+)\}|\$\{(\d+)\|((?:\\.|[^|\\])*)\|\}|\$\{(\d+):((?:\\.|[^}\\$])*)\}/g;

function collect(snippet: string, proposals: Map<string, string>): void {
  for (const [, , , , choice, choices, placeholder, text] of snippet.matchAll(STOP)) {
    const number = choice ?? placeholder;
    if (number === undefined || proposals.has(number)) continue;
    proposals.set(number, withoutEscapes(text ?? firstOf(choices ?? "")));
  }
}

function replaceStops(snippet: string, textOf: (number: string) => string): string {
  const replaced = snippet.replace(STOP, (_, escaped, bare, braced, choice, _choices, placeholder) =>
    escaped === undefined
      ? textOf(bare ?? braced ?? choice ?? placeholder)
      : `\u0000${escaped.charCodeAt(0)};`,
  );
  if (replaced.includes("${"))
    throw new Error(`This snippet uses syntax that is not understood here: ${snippet}`);
  return replaced.replace(/\0(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}

function firstOf(choices: string): string {
  return /^(?:\\.|[^,\\])*/.exec(choices)?.[0] ?? "";
}

function withoutEscapes(text: string): string {
  return text.replace(/\\(.)/g, "$1");
}
