// Holds the words of l10n/README.md, "Words", against everything that people read.
import assert from "node:assert/strict";
import { globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { readBundle } from "../../build/l10n.ts";
import { readTexts } from "../../build/readable-manifest.ts";
import { RULES } from "../../server/core/rules/table.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The forbidden wordings, each with its replacement. */
const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [/\b(is|are|was|were) no\b(?! longer)/i, '"not a valid ...", "No ... found"'],
  [/\bwithout[.:]?$/im, "what is missing: required but not set"],
  [/\banew\b|\bagain and again\b/i, "a verb with re-: restart, recreate"],
  [/\bwho manages?\b|\bwhoever\b|\bsomebody\b/i, "a role: your cluster administrator, the chart maintainer"],
  [
    /\b(stands?|stood)\b(?! for)|\b(lies|lay)\b|\bleads? to\b|\bbeside\b|\bbehind\b/i,
    "is, contains, part of, after",
  ],
  [/\blook(s|ed|ing)? at\b|\bsays?\b|\bsaid\b|\btells?\b|\btold\b|\btelling\b/i, "check, report, show, log"],
  [/\brefus(e|es|ed|ing)\b(?! the connection)/i, "reject"],
  [/\bpick(s|ed|ing)?\b/i, "select"],
  [/\bblanks?\b/i, "spaces"],
  [/\bmend(s|ed|ing)?\b|\bloud\b|\bquieter\b/i, "fix, severity"],
  [/, else\b/i, "otherwise"],
  [/\b(lower|upper)-case\b/i, "lowercase, uppercase"],
  [/\b(you|it|they) may not\b|\b(has|have) to be\b/i, "must, is not allowed to, cannot"],
  [/recognis|colour|behaviour|favour|honour|\bcancell(ed|ing)|\blicences?\b|\bartefact/i, "American English"],
];

/** The faults of a text, with the words. */
function faultsOf(text: string): readonly string[] {
  return INSTEAD.flatMap(([pattern, instead]) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined ? [] : [`"${found}" instead of ${instead}`];
  });
}

function faultsIn(texts: Iterable<readonly [place: string, text: string]>): readonly string[] {
  return [...texts].flatMap(([place, text]) => faultsOf(text).map((fault) => `${place}: ${fault}: ${text}`));
}

test("the messages of all programs keep to the words", () => {
  const english = ["server/cli", "server/mcp", "build"].flatMap(literalsIn);
  assert.deepEqual(faultsIn([...Object.entries(readBundle(root)), ...english]), []);
});

/** Texts of several words in the sources of a folder, each with its file. */
function literalsIn(folder: string): readonly (readonly [file: string, text: string])[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => {
      const code = readFileSync(path.join(root, folder, name), "utf8").replaceAll(
        /^\s*(?:\/\/|\/?\*).*$/gm,
        "",
      );
      const texts = code.matchAll(/"((?:[^"\\\n]|\\.)*)"|`([^`]*)`/g);
      return Array.from(texts, ([, one, other = ""]) => (one ?? other).replaceAll(/\$\{[^}]*\}/g, "x"))
        .filter((text) => /\p{L}{2,}\S* \S*\p{L}{2,}/u.test(text))
        .map((text) => [`${folder}/${name}`, text] as const);
    });
}

test("so do commands, settings and the walkthrough", () => {
  assert.deepEqual(faultsIn(Object.entries(readTexts(root))), []);
});

test("so do the pages about rules", () => {
  const texts = RULES.flatMap(({ code, docs }) =>
    [docs.what, docs.why, docs.fix ?? ""].map((text) => [code, text] as const),
  );
  assert.deepEqual(faultsIn(texts), []);
});

test("so do the descriptions of keys and of snippets", () => {
  const files = ["schemas", "snippets"].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith(".json"))
      .map((name) => `${folder}/${name}`),
  );
  const texts = files.flatMap((file) =>
    descriptionsIn(JSON.parse(readFileSync(path.join(root, file), "utf8"))).map(
      (text) => [file, text] as const,
    ),
  );
  assert.deepEqual(faultsIn(texts), []);
});

function descriptionsIn(value: unknown, name = ""): readonly string[] {
  if (typeof value === "string") return /description|message|hint|title/i.test(name) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    descriptionsIn(inner, Array.isArray(value) ? name : key),
  );
}

test("so do the pages", () => {
  const pages = [
    "README.md",
    "CONTRIBUTING.md",
    "build/README.md",
    "l10n/README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "client/README.md",
    ...globSync("server/**/README.md", { cwd: root }),
    ".github/SECURITY.md",
    ".github/SUPPORT.md",
    ...pagesIn("docs"),
    ...pagesIn("bench"),
  ];
  const texts = pages.flatMap((page) =>
    proseOf(page).map(([line, text]) => [`${page}:${line}`, text] as const),
  );
  assert.deepEqual(faultsIn(texts), []);
});

test("the changelog of the first release has nothing that changed or was fixed, and no path of the repository", () => {
  const changelog = readFileSync(path.join(root, "CHANGELOG.md"), "utf8");
  const [, first = ""] = /\n## [^\n]*\n\nFirst release\.\n([\s\S]*?)(?=\n## |$)/.exec(changelog) ?? [];
  const lines = first.trim().split("\n");
  assert.ok(lines.length <= 10 && lines.every((line) => line.startsWith("- ")), first);
  assert.doesNotMatch(changelog.slice(changelog.indexOf(first)), /\b(docs|client|server|test|lab)\/|npm run/);
});

function pagesIn(folder: string): readonly string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);
}

/** Pages about measurements quote what programs reported in a run, in the rows of tables. */
const QUOTES = /^docs\/project\//;

/** The lines of a page that are no code, without the code in them. */
function proseOf(page: string): readonly (readonly [line: number, text: string])[] {
  let isCode = false;
  return readFileSync(path.join(root, page), "utf8")
    .split("\n")
    .flatMap((line, index) => {
      if (/^\s*```/.test(line)) isCode = !isCode;
      const isQuoted = line.startsWith("|") && QUOTES.test(page);
      return isCode || isQuoted || line.startsWith("    ")
        ? []
        : [[index + 1, line.replaceAll(/`[^`]*`|"[^"]*"/g, "")] as const];
    });
}
