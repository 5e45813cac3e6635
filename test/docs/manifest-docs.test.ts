// The pages made of the manifest are up to date, and what all pages name exists.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { offeredCommands } from "../../build/command-tables.ts";
import { readManifest } from "../../build/readable-manifest.ts";
import { type DocumentedManifest, renderManifestDocs } from "../../schemas/manifest-docs.ts";
import { codeLenses } from "../../server/core/features/code-lens.ts";
import { RULES } from "../../server/core/rules/table.ts";
import * as protocol from "../../server/lsp/protocol.ts";
import { analyse } from "../core/support/engine.ts";
import { keys, schemas } from "../schemas/built-schemas.ts";
import { repository } from "../support/repository.ts";

const manifest = readManifest<DocumentedManifest>(repository);
const read = (file: string) => readFileSync(path.join(repository, file), "utf8").replaceAll("\r\n", "\n");
const pages = ["*.md", "{docs,examples,media}/**/*.md"]
  .flatMap((pattern) => globSync(pattern, { cwd: repository }))
  .map((file) => file.replaceAll(path.sep, "/"))
  .filter((file) => file !== "CHANGELOG.md" && !file.startsWith("docs/project/"));

const generated: Readonly<Record<string, string>> = renderManifestDocs(manifest, await offeredCommands());

for (const [name, text] of Object.entries(generated)) {
  test(`docs/${name} is up to date`, () => {
    assert.ok(read(`docs/${name}`) === text, `docs/${name} is stale. Write it with: npm run docs`);
  });
}

test("the page about commands has each command of the manifest once, and no other", () => {
  const rows = [...(generated["reference/commands.md"] ?? "").matchAll(/^\| \*(.*?)\* \|/gm)].map(
    ([, title]) => title,
  );
  assert.deepEqual(rows.sort(), manifest.contributes.commands.map(({ title }) => title).sort());
});

test("the page about settings has each setting of the manifest once", () => {
  const headings = [...(generated["reference/settings.md"] ?? "").matchAll(/^### `(.*)`$/gm)].map(
    ([, name]) => name,
  );
  const settings = manifest.contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
  assert.deepEqual(headings, settings);
});

test("settings that a page names exist", () => {
  const settings = manifest.contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
  const known = new Set([...settings, ...manifest.contributes.commands.map(({ command }) => command)]);
  const requests = new Set<unknown>(
    Object.values(protocol).map((row) => (typeof row === "object" && "method" in row ? row.method : row)),
  );
  const wrong = pages.flatMap((file) =>
    [...read(file).matchAll(/`"?(capOperator[./][\w./]+)"?/g)].flatMap(([, name = ""]) => {
      const isKnown =
        known.has(name) || requests.has(name) || settings.some((setting) => setting.startsWith(name));
      return isKnown ? [] : [`${file}: ${name}`];
    }),
  );
  assert.deepEqual(wrong, []);
});

test("commands that a page names by their category have a title of the manifest", () => {
  const titles = new Set(manifest.contributes.commands.map(({ title }) => title));
  const wrong = pages.flatMap((file) =>
    [
      ...read(file)
        .replaceAll("\n", " ")
        .matchAll(/[*`]CAP Operator: ([^*`]+)[*`]/g),
    ].flatMap(([, title = ""]) => (titles.has(title) ? [] : [`${file}: ${title}`])),
  );
  assert.deepEqual(wrong, []);
});

test("rules that a page links to or silences exist", () => {
  const codes = new Set(RULES.map(({ code }) => code));
  const wrong = pages.flatMap((file) =>
    [...read(file).matchAll(/rules\/([a-z-]+)\.md|cap-operator-disable(?:-next-line)? ([a-z-]+)/g)].flatMap(
      ([, linked, silenced]) => {
        const code = linked ?? silenced ?? "";
        return codes.has(code) ? [] : [`${file}: ${code}`];
      },
    ),
  );
  assert.deepEqual(wrong, []);
});

test("values that a page names in full are keys of one of the charts", () => {
  const published = new Set(
    [...read("docs/reference/values-published.md").matchAll(/<\/a>`([\w.]+)`/g)].map(([, key]) => key),
  );
  const known = new Set(keys(schemas.values));
  const wrong = pages.flatMap((file) =>
    [...read(file).matchAll(/`((?:controller|subscriptionServer|webhook|monitoring)\.[\w.]+)`/g)].flatMap(
      ([, key = ""]) => (known.has(key) || published.has(key) ? [] : [`${file}: ${key}`]),
    ),
  );
  assert.deepEqual(wrong, []);
});

test("get started names all actions above the first line", () => {
  const page = read("docs/get-started.md");
  const titles = codeLenses(analyse("# cap-operator: values\n", "values")).map(({ title }) => title);
  assert.equal(titles.length, 4);
  for (const title of titles) assert.ok(page.includes(`*${title}*`), title);
});

test("the commands that do not run in a browser are those that the palette hides there", () => {
  const { menus } = JSON.parse(read("package.json")).contributes;
  const hidden = menus.commandPalette.flatMap(({ command, when }: { command: string; when?: string }) =>
    /!isWeb/.test(when ?? "") ? [titleOf(command)] : [],
  );
  const listed = [...read("docs/guides/browser.md").matchAll(/^- \*(.*)\*$/gm)].map(([, title]) => title);
  assert.deepEqual(listed.sort(), hidden.sort());
});

function titleOf(command: string): string | undefined {
  return manifest.contributes.commands.find((offered) => offered.command === command)?.title;
}

/** The editor's names of its places and commands, and a button with the verb of the question. */
const OF_THE_EDITOR = [
  ...[
    "Go to Definition",
    "Find All References",
    "Trace",
    "A",
    "D",
    "Security > Report a vulnerability",
    "Install Anyway",
    "Workspaces: Manage Workspace Trust",
  ],
];

test("buttons, commands and states in italics are words of the extension", () => {
  const sources = ["client/**/*.ts", "server/**/*.ts", "package.json", "l10n/manifest.json"]
    .flatMap((pattern) => globSync(pattern, { cwd: repository }))
    .map(read)
    .join("\n");
  const guides = pages.filter((file) =>
    /^docs\/(get-started|guides\/|operations\/|reference\/files)/.test(file),
  );
  assert.ok(guides.length > 12);
  const wrong = guides.flatMap((file) =>
    [
      ...read(file)
        .replaceAll(/^```[\s\S]*?^```$/gm, "")
        .replaceAll(/`[^`\n]*`/g, "")
        .replaceAll(/\n *(?=\S)/g, " ")
        .matchAll(/(?<![*\w])\*([^*]+)\*(?!\*)/g),
    ].flatMap(([, words = ""]) => {
      const name = words.replace(/^CAP Operator: /, "");
      return sources.includes(name) || OF_THE_EDITOR.includes(name) ? [] : [`${file}: ${words}`];
    }),
  );
  assert.deepEqual(wrong, []);
});
