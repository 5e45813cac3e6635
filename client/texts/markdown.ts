/**
 * A page or part of one. Only `md` and the functions below create it, so what a chart, a cluster or a person wrote only appears
 * in it as text: none of their headings, links, images or other markup takes effect.
 */
export class Markdown {
  readonly source: string;

  private constructor(source: string) {
    this.source = source;
  }

  /**
   * Markdown from a template: the fixed parts stay as they are, filled-in Markdown stays Markdown, and anything else that is
   * filled in becomes text.
   */
  static of(fixed: readonly string[], filledIn: readonly (string | number | Markdown)[]): Markdown {
    const parts = fixed.map((part, index) => {
      const value = filledIn[index] ?? "";
      return part + (value instanceof Markdown ? value.source : plain(String(value)));
    });
    return new Markdown(parts.join(""));
  }
}

/** Writes Markdown: md`# ${name}` contains the name as text, whatever is in it. */
export function md(fixed: TemplateStringsArray, ...filledIn: (string | number | Markdown)[]): Markdown {
  return Markdown.of(fixed, filledIn);
}

/** Blocks with an empty line between them. */
export function blocks(...parts: readonly Markdown[]): Markdown {
  return joined(parts, "\n\n");
}

/** Lines one below the other, such as the items of a list. */
export function lines(parts: readonly Markdown[]): Markdown {
  return joined(parts, "\n");
}

/** A text as it is, in which no markup takes effect: inside a fence that is longer than any in the text. */
export function verbatim(text: string): Markdown {
  const longest = [...text.matchAll(/`+/g)].reduce((most, [ticks]) => Math.max(most, ticks.length), 2);
  const fence = "`".repeat(longest + 1);
  return Markdown.of([`${fence}text\n${text}\n${fence}`], []);
}

/** A table. The content of a cell is always text. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): Markdown {
  const row = (cells: readonly string[]) => md`| ${joined(cells.map(cell), " | ")} |`;
  return lines([row(head), joined([md`|`, ...head.map(() => md` --- |`)], ""), ...rows.map(row)]);
}

function joined(parts: readonly Markdown[], separator: string): Markdown {
  return Markdown.of(
    ["", ...parts.map((_part, index) => (index < parts.length - 1 ? separator : ""))],
    parts,
  );
}

function cell(text: string): Markdown {
  const trimmed = text.trim();
  return trimmed === "" ? md`-` : md`${trimmed}`;
}

/**
 * Text without markup: every punctuation mark that could begin markup is escaped (CommonMark, backslash escapes), and a line
 * break becomes a space; a non-breaking space stays. So is what an address is recognized by: `//`, `www.`, and `@` before a host with a dot (GitHub
 * Flavored Markdown, "Autolinks (extension)"; linkify-it also links `//host`).
 */
function plain(text: string): string {
  return text
    .replace(/[^\S\u00a0]+/g, " ")
    .replace(/[\\`*_{}[\]#|&~<>$]|:(?=\/\/)|\/(?=\/)|(?<=www)\.|@(?=[^\s@]*\.)/gi, "\\$&")
    .replace(/^\s?(?:[-+](?=\s|$)|-[-\s]+$|=[=\s]*$|\d+[.)](?=\s|$))/, (begin) =>
      begin.replace(/[-+=.)]/, "\\$&"),
    );
}
