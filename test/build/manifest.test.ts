import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { derivedAddresses, projectAddress } from "../../build/addresses.ts";
import { offeredCommands } from "../../build/command-tables.ts";
import { completeManifest, withCommands, withSettings } from "../../build/manifest.ts";
import { keysIn, languagesOf, readTexts } from "../../build/readable-manifest.ts";

const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8").replaceAll("\r\n", "\n");
const manifest = JSON.parse(text);

const root = fileURLToPath(new URL("../../", import.meta.url));

test("the generated parts of package.json are up to date", async () => {
  const made = completeManifest(withSettings(withCommands(manifest, await offeredCommands())));
  const complete = `${JSON.stringify(made, undefined, 2)}\n`;
  assert.ok(complete === text, "package.json is stale. Write it with: npm run manifest");
});

test("the extension is written for the oldest editor that it installs in, which the packer cannot see", () => {
  const [major, minor] = manifest.devDependencies["@types/vscode"].split(".");
  assert.equal(manifest.engines.vscode, `^${major}.${minor}.0`);
});

test("what ships is checked with the types of the oldest Node that it runs on", () => {
  const [, oldest] = /^>=(\d+)$/.exec(manifest.engines.node) ?? [];
  assert.match(
    manifest.devDependencies["@oldest/node"],
    new RegExp(`^npm:@types/node@${oldest}\\.\\d+\\.\\d+$`),
  );
  const files = globSync(["client/tsconfig.json", "server/**/tsconfig.json"], { cwd: root });
  const { compilerOptions: ofAll } = JSON.parse(readFileSync(`${root}tsconfig.json`, "utf8"));
  assert.deepEqual(ofAll.types, []);
  for (const file of files) {
    const { types = [], typeRoots = [] } = JSON.parse(readFileSync(root + file, "utf8")).compilerOptions;
    if (types.includes("node")) assert.match(typeRoots[0], /\/node_modules\/@oldest$/, file);
  }
  assert.ok(files.length >= 10);
});

/** Names and conditions. */
const NOT_TRANSLATED = /^(when|enablement|keywords|scripts|engines)$/;

/** Products are called the same in every language. */
const NAMES = ["CAP Operator"];

function sentencesIn(value: unknown): readonly string[] {
  if (typeof value === "string") return /\p{L}{2,} \p{L}{2,}/u.test(value) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    NOT_TRANSLATED.test(key) ? [] : sentencesIn(inner),
  );
}

test("each text of the manifest is in the English texts, and none is there for nothing", () => {
  assert.deepEqual(
    sentencesIn({
      ...manifest.contributes,
      description: manifest.description,
      capabilities: manifest.capabilities,
    }).filter((sentence) => !NAMES.includes(sentence)),
    [],
  );
  const keys = [...new Set(keysIn(manifest))].sort();
  assert.deepEqual(Object.keys(readTexts(root)).sort(), keys);
});

test("translated texts have the links, settings and commands of the English ones", () => {
  const english = readTexts(root);
  const fixed = (text: string) => (text.match(/\(command:[^)]*\)|`[^`]*`|\$\{[^}]*\}/g) ?? []).sort();
  for (const language of languagesOf(root)) {
    for (const [key, translated] of Object.entries(readTexts(root, language))) {
      assert.deepEqual(fixed(translated), fixed(english[key] ?? ""), `${language}: ${key}`);
    }
  }
});

test("all addresses come from that of the repository, and none exists without it", () => {
  const repository = { type: "git", url: "git+https://code.example.org/group/project.git" };
  const stale = { ...manifest, repository, homepage: "https://old.example.org" };
  const complete: Record<string, unknown> = { ...completeManifest(stale) };
  const { bugs, homepage, qna } = complete;
  assert.deepEqual(
    [bugs, homepage, qna],
    [
      { url: "https://code.example.org/group/project/issues" },
      "https://code.example.org/group/project#readme",
      "https://code.example.org/group/project/issues",
    ],
  );
  const { repository: _, ...without } = complete as typeof manifest;
  const bare: Record<string, unknown> = { ...completeManifest(without) };
  assert.deepEqual([bare.bugs, bare.homepage, bare.qna], [undefined, undefined, undefined]);
});

test("an address that no browser opens is rejected", () => {
  for (const url of [
    "git@code.example.org:a/b.git",
    "http://code.example.org/a/b",
    "https://example.org/<you>/b",
  ]) {
    assert.throws(() => projectAddress({ repository: { type: "git", url } }), /https address/, url);
  }
  assert.deepEqual(derivedAddresses({}), {});
});
