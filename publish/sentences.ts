import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { type AnyNode, type CallExpression, type Comment, type ObjectExpression, parse } from "acorn";

/** A text in a source file that reads like words for people. */
export interface Sentence {
  /** The file, from the root of the project. */
  readonly file: string;
  /** The line, counted from one. */
  readonly line: number;
  /** The text; `{0}`, `{1}` and so on are what is filled in. */
  readonly text: string;
  /** The key in the bundles, where the text is passed through `l10n.t`. */
  readonly key?: string;
}

/**
 * Sources whose sentences are shown in editors. The command line and the answers to agents are in English, as machine-readable
 * reports are.
 */
export const TRANSLATED = ["server/core", "server/workspace", "server/lsp", "client"];

/** Two words with a space between them. */
const WORDS = /\p{L}{2,}\S* \S*\p{L}{2,}/u;

/** A comment with the reason why what begins on the next line is not translated; on a file's first line, nothing in the file is. */
const NOT_TRANSLATED = /^\s*Not translated: \S/;

/** What writes to a log, or answers the author of a client whose request is malformed. Both are in English. */
const LOGS = new Set(["log", "output", "console", "logError", "invalid"]);

/** All sentences of the sources in some folders, in the order of files and lines; by default, of those for editors. */
export function sentencesOfProject(root: string, folders = TRANSLATED): readonly Sentence[] {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => `${folder}/${name.split(path.sep).join("/")}`),
  );
  return files.sort().flatMap((file) => sentencesOf(file, readFileSync(path.join(root, file), "utf8")));
}

/** The sentences of one source. Throws if it cannot be parsed. */
export function sentencesOf(file: string, source: string): readonly Sentence[] {
  const comments: Comment[] = [];
  const program = parse(stripTypeScriptTypes(source), {
    ecmaVersion: "latest",
    sourceType: "module",
    locations: true,
    onComment: comments,
  });
  const exempt = comments.filter(({ value }) => NOT_TRANSLATED.test(value));
  if (exempt.some(({ start }) => start === 0)) return [];
  const exemptLines = new Set(exempt.map(({ loc }) => (loc?.end.line ?? 0) + 1));
  const keys = new Map<AnyNode, string>();
  const sentences: Sentence[] = [];
  visit(program);
  return sentences;

  function visit(node: AnyNode): void {
    const line = node.loc?.start.line ?? 0;
    if (node.type !== "Program" && (exemptLines.has(line) || isNotForPeople(node))) return;
    const message = node.type === "CallExpression" ? translatedBy(node) : undefined;
    if (message) keys.set(message.node, message.key);
    const text = textOf(node);
    const key = keys.get(node);
    if (text !== undefined && (key !== undefined || WORDS.test(text))) {
      sentences.push({ file, line, text, ...(key !== undefined && { key }) });
    }
    const name = nameOfRequest(node);
    for (const child of childrenOf(node)) if (child !== name) visit(child);
  }
}

/** The name under which a failed request is logged: `requests.file("Hover", ...)`. */
function nameOfRequest(node: AnyNode): AnyNode | undefined {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return undefined;
  return nameOf(node.callee.object) === "requests" ? node.arguments[0] : undefined;
}

/** What a call of `l10n.t` translates, and its key in the bundles. A text that is not written there comes from a schema. */
function translatedBy({ callee, arguments: [first] }: CallExpression) {
  const isTranslation =
    callee.type === "MemberExpression" && nameOf(callee.object) === "l10n" && nameOf(callee.property) === "t";
  if (!isTranslation || !first) return undefined;
  const node = first.type === "ObjectExpression" ? propertyOf(first, "message") : first;
  const text = node && textOf(node);
  if (!node || text === undefined) return undefined;
  const comment = first.type === "ObjectExpression" ? propertyOf(first, "comment") : undefined;
  const told = comment && commentText(comment);
  return { node, key: told ? `${text}/${told}` : text };
}

function commentText(node: AnyNode): string {
  const parts = node.type === "ArrayExpression" ? node.elements : [node];
  return parts.map((part) => (part && textOf(part)) ?? "").join("");
}

/** Names of modules, documentation of rules (the pages are in English), and what is written to a log. */
function isNotForPeople(node: AnyNode): boolean {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportAllDeclaration":
    case "ImportExpression":
      return true;
    case "Property":
      return nameOf(node.key) === "docs";
    case "CallExpression": {
      const { callee } = node;
      const called = callee.type === "MemberExpression" ? callee.object : callee;
      return LOGS.has(nameOf(called) ?? "");
    }
    default:
      return false;
  }
}

function textOf(node: AnyNode): string | undefined {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  if (node.type !== "TemplateLiteral") return undefined;
  return node.quasis
    .map(({ value: { cooked } }, index) => (index === 0 ? cooked : `{${index - 1}}${cooked}`))
    .join("");
}

function propertyOf({ properties }: ObjectExpression, name: string): AnyNode | undefined {
  const found = properties.find((property) => property.type === "Property" && nameOf(property.key) === name);
  return found?.type === "Property" ? found.value : undefined;
}

/** The name that an expression ends on: `log` of `this.#log` and of `options.log`. */
function nameOf(node: AnyNode): string | undefined {
  if (node.type === "Identifier" || node.type === "PrivateIdentifier") return node.name;
  return node.type === "MemberExpression" ? nameOf(node.property) : undefined;
}

function childrenOf(node: AnyNode): AnyNode[] {
  return Object.values(node)
    .flat()
    .filter((value): value is AnyNode => typeof value === "object" && value !== null && "type" in value);
}
