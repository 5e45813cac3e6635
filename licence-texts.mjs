// Prints texts of licences so that a paragraph that several of them share is there once: most licences differ in their copyright lines only.

/** Shorter paragraphs than this take no more room than a reference to them. */
const SHORTEST_SHARED = 100;

/**
 * Prints sections and, after them, each paragraph that is in more than one place, with the number that the sections name. A section
 * has a title and texts. Nothing is left out; only how lines are broken and quoted is that of the place where a paragraph is first.
 */
export function withSharedParagraphs(sections) {
  const read = sections.map(({ title, texts }) => ({ title, paragraphs: texts.flatMap(paragraphsOf) }));
  const uses = new Map();
  for (const paragraph of read.flatMap(({ paragraphs }) => paragraphs)) {
    const words = wordsOf(paragraph);
    uses.set(words, { text: paragraph, count: (uses.get(words)?.count ?? 0) + 1 });
  }
  const shared = [...uses].filter(([words, { count }]) => count > 1 && words.length >= SHORTEST_SHARED);
  const numbers = new Map(shared.map(([words], index) => [words, index + 1]));
  return [
    ...read.map(({ title, paragraphs }) => section(title, withReferences(paragraphs, numbers))),
    section(
      "Paragraphs that are named above",
      shared.map(([, { text }], index) => `[${index + 1}] ${text}`),
    ),
  ].join("\n");
}

/** The words of a text, however its lines are broken, quoted and indented. */
export function wordsOf(text) {
  return text
    .replace(/^[ \t]*>/gm, "")
    .replace(/[“”]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * A file of notices without what it tells of each work besides the licence: a description, addresses and the people who contributed. A
 * work whose licence is not quoted keeps everything.
 */
export function onlyLicences(text) {
  return text
    .split(/^(?=## )/m)
    .map(onlyLicence)
    .join("");
}

function onlyLicence(work) {
  const [heading = "", ...paragraphs] = work.replaceAll("\r\n", "\n").split("\n\n");
  const at = paragraphs.findIndex((paragraph) => paragraph.startsWith("License: "));
  const quoted = paragraphs.slice(at + 1);
  if (at < 0 || !quoted.some((paragraph) => paragraph.startsWith(">"))) return work;
  return [heading, ...quoted].join("\n\n");
}

function paragraphsOf(text) {
  return text
    .replaceAll("\r\n", "\n")
    .split(/\n(?:[ \t]*>?[ \t]*\n)+/)
    .map(withoutQuotation)
    .filter((paragraph) => paragraph !== "");
}

/** A paragraph without the marks of a quotation in Markdown. */
function withoutQuotation(paragraph) {
  return paragraph.replace(/^[ \t]*>[ \t]?/gm, "").replace(/^\n+|\s+$/g, "");
}

/** The paragraphs; in place of those with numbers, these, with those that follow each other in one. */
function withReferences(paragraphs, numbers) {
  const printed = [];
  let range;
  for (const paragraph of paragraphs) {
    const number = numbers.get(wordsOf(paragraph));
    if (number !== undefined && range?.last === number - 1) {
      range.last = number;
      printed[printed.length - 1] = `[${range.first}-${range.last}]`;
    } else {
      range = number === undefined ? undefined : { first: number, last: number };
      printed.push(range === undefined ? paragraph : `[${number}]`);
    }
  }
  return printed;
}

function section(title, paragraphs) {
  const line = "-".repeat(80);
  return `${line}\n${title}\n${line}\n\n${paragraphs.join("\n\n")}\n`;
}
