/**
 * Prose as Markdown. Code in backticks and lists stay; what upstream descriptions write as plain text, such as
 * `<key, value>`, is shown as it stands instead of being taken for markup.
 */
export function prose(text: string): string {
  return text
    .split(/(`[^`\n]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : escapeProse(part)))
    .join("");
}

/** Text that someone else wrote, shown character by character and on one line. */
export function literal(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]()<>#|~!]/g, "\\$&");
}

/** Text as code, whatever backticks it contains. */
export function code(text: string): string {
  const line = text.replace(/\s+/g, " ");
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `\`${line}\`` : `${fence} ${line} ${fence}`;
}

function escapeProse(text: string): string {
  return text
    .replace(/[\\<|~[\]]/g, "\\$&")
    .replace(/(?<!^\s*)\*|\*(?! )/gm, "\\*")
    .replace(/(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, "\\_")
    .replace(/^(\s*)([#>])/gm, "$1\\$2");
}
