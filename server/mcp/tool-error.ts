/** The reason why a call is refused, as a sentence for the agent. */
export class ToolError extends Error {}

const LONGEST_SHOWN = 200;

/** A name or another short text from a call, in quotes, short, and with nothing in it that cannot be seen. */
export function quotedWord(text: string): string {
  const cut = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
  return visible(JSON.stringify(cut));
}

/**
 * JSON in which everything that cannot be seen is written as an escape, such as characters that turn the direction of text or that
 * hide words from a person and not from a model. It stands for the same value.
 */
export function visible(json: string): string {
  return json.replace(/[\p{C}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu, (sign) => {
    if (sign === "\n") return sign;
    return [...Array(sign.length).keys()]
      .map((index) => `\\u${sign.charCodeAt(index).toString(16).padStart(4, "0")}`)
      .join("");
  });
}

/** Properties whose texts an agent writes into files as they are. */
const UNCHANGED: ReadonlySet<string> = new Set(["text", "newText"]);

/** For `JSON.stringify`: each text as `visible` writes it, but for those that are written into files. */
export function visibleIn(name: string, value: unknown): unknown {
  return typeof value === "string" && !UNCHANGED.has(name) ? visible(value) : value;
}
