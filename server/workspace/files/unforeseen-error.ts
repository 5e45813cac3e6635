/** The most characters of a message, and the most places in the code, that are shown of an error. */
const [LONGEST, MOST_PLACES] = [200, 10];

/**
 * The description of an unforeseen error in one line: its class and its message, without quotations, which may be text of a file. `JSON.parse` quotes
 * its input, with the quotes that are in it.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof Error))
    return typeof error === "string" ? oneLine(withoutQuoted(error)) : typeof error;
  const message = withoutQuoted(error.message);
  return oneLine(error.name === "Error" ? message : `${error.name}: ${message}`);
}

/** The same for logs, with the places in the code that it came through, as names of files and lines. */
export function errorDetail(error: unknown): string {
  const text = errorText(error);
  if (!(error instanceof Error) || typeof error.stack !== "string") return text;
  // The message is in the stack as well, and may have lines that resemble its own.
  const start = error.stack.indexOf(error.message);
  const stack = start < 0 ? "" : error.stack.slice(start + error.message.length);
  const places = [...stack.matchAll(/^ {4}at .*?([\w.-]{1,100}\.[cm]?[jt]s:\d+):\d+\)?$/gm)]
    .filter(([line]) => !line.includes("node:"))
    .slice(0, MOST_PLACES);
  return places.length === 0 ? text : `${text} (${places.map(([, place]) => place).join(", ")})`;
}

function withoutQuoted(message: string): string {
  const first = message.search(/["'`]/);
  if (first < 0) return message;
  const last = Math.max(message.lastIndexOf('"'), message.lastIndexOf("'"), message.lastIndexOf("`"));
  // A quotation that does not end is cut off in the middle.
  return `${message.slice(0, first)}…${last > first ? message.slice(last + 1) : ""}`;
}

function oneLine(text: string): string {
  const shown = text.slice(0, 4 * LONGEST).replace(/[\p{C}\u2028\u2029\s]+/gu, " ");
  const characters = [...shown.trim()];
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join("")}…` : characters.join("");
}
