// Holds the README against what it is about: the manifest, the pictures, the pages and the package.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import MarkdownIt from "markdown-it";
import { packagedDocs } from "../../build/packaged-docs.ts";
import { commandTitle } from "../support/command-title.ts";
import { manifest, repository } from "../support/repository.ts";

const readme = readFileSync(path.join(repository, "README.md"), "utf8").replaceAll("\r\n", "\n");
const packaged = packagedDocs(repository).get("dist/README.md") ?? "";
const { commands, configuration } = manifest().contributes;
const CATEGORY = "CAP Operator: ";
const titles = new Set(commands.map(({ command }) => commandTitle(command).replace(CATEGORY, "")));
const settings = new Map(configuration.flatMap(({ properties }) => Object.entries(properties)));

/** The text of a section of the second level. */
function section(heading: string): string {
  const found = readme.split(/^(?=## )/m).find((part) => part.startsWith(`## ${heading}\n`));
  assert.ok(found !== undefined, `The README has no section "${heading}".`);
  return found;
}

/** The first cells of the rows of a table. */
function firstCells(text: string): string[] {
  return [...text.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = ""]) => cell).slice(1);
}

test("the README has what a reader of a marketplace looks for, in this order", () => {
  const headings = [...readme.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  assert.deepEqual(headings, [
    "Quick start",
    "Features",
    "Requirements and compatibility",
    "Safety",
    "Commands",
    "Settings",
    "Example of a release",
    "With other extensions",
    "Questions and troubleshooting",
    "Contribute",
    "Links",
  ]);
  const [sentence = "", picture = ""] = readme.split("\n\n").slice(1);
  assert.match(sentence, /^[A-Z][^\n]+\.$/);
  assert.match(picture, /^<picture>/);
});

test("each of the five features has one picture", () => {
  const features = section("Features")
    .split(/^(?=### )/m)
    .slice(1);
  assert.equal(features.length, 5);
  for (const feature of features) assert.equal(feature.match(/<picture>/g)?.length, 1, feature.slice(0, 40));
});

test("every command that the README names is in the palette under this title", () => {
  const named = [...readme.matchAll(/\*CAP Operator: ([^*\n]+)\*/g)].map(([, title = ""]) => title);
  const listed = firstCells(section("Commands")).flatMap((cell) =>
    [...cell.matchAll(/\*([^*]+)\*/g)].map(([, title = ""]) => title),
  );
  assert.ok(named.length >= 5 && listed.length >= 10);
  for (const title of [...named, ...listed]) assert.ok(titles.has(title.replace(/\s+/g, " ")), title);
});

test("every setting that the README names exists, with the default that the table gives", () => {
  const named = [...readme.matchAll(/\bcapOperator\.[\w.]*\w/g)].map(([name]) => name);
  assert.ok(named.length >= 10);
  for (const name of named) assert.ok(settings.has(name), name);
  const rows = [...section("Settings").matchAll(/^\| (`capOperator[^|]*) \| ([^|]*) \|/gm)];
  assert.ok(rows.length >= 5);
  for (const [, names = "", shown = ""] of rows) {
    for (const [, name = ""] of names.matchAll(/`([^`]+)`/g)) {
      const { default: fallback } = settings.get(name) ?? {};
      const written = /^`(.*)`$/.exec(shown)?.[1];
      if (written === undefined) assert.match(JSON.stringify(fallback), /^(?:""|null)$/, name);
      else
        assert.deepEqual(
          written.startsWith("[") || written.startsWith("{") ? JSON.parse(written) : written,
          fallback,
          name,
        );
    }
  }
});

test("the versions that the README requires are those of the manifest", () => {
  const { engines } = manifest();
  const requirements = section("Requirements and compatibility");
  assert.ok(
    requirements.includes(`${engines.vscode.replace(/^\^(\d+\.\d+)\.0$/, "$1")} or later`),
    engines.vscode,
  );
  assert.ok(requirements.includes(`Node.js ${engines.node.replace(">=", "")} or later`), engines.node);
});

test("the example of a release has keys that a release has", () => {
  const [, json = ""] = /```json\n(.*?)```/s.exec(section("Example of a release")) ?? [];
  const { "capOperator.releases": releases } = JSON.parse(`{${json}}`);
  const known = settings.get("capOperator.releases")?.items?.properties ?? {};
  assert.ok(releases.length > 0);
  for (const name of releases.flatMap(Object.keys)) assert.ok(name in known, name);
});

test("the README is as fast as the last benchmark", () => {
  const bench = readFileSync(path.join(repository, "bench/README.md"), "utf8");
  const [, table = ""] = bench.split("### 2,000 lines\n");
  const ratioOf = (row: string) =>
    Number(new RegExp(`^\\| ${row} \\|.*?\\|.*?\\| ([\\d.]+) \\|`, "m").exec(table)?.[1]);
  const [, times = ""] = /completion is (\d+) times faster .*and the memory is a third/.exec(readme) ?? [];
  assert.equal(Number(times), Math.round(ratioOf("completion")));
  assert.equal(Math.round(ratioOf(String.raw`memory \(RSS\)`)), 3);
});

test("every link of the README leads to a file and a heading that exist", () => {
  const tokens = new MarkdownIt({ html: true }).parse(readme, {}).flatMap(({ children }) => children ?? []);
  const targets = tokens.flatMap(({ type, attrs }) =>
    type === "link_open" ? [String(attrs?.[0]?.[1])] : [],
  );
  assert.ok(targets.length > 10);
  for (const target of targets) {
    const [file = "", anchor] = target.split("#");
    assert.ok(existsSync(path.join(repository, file)), target);
    assert.equal(anchor, undefined, target);
  }
});

test("in the package, the README has no relative link, and its pictures only with an address", () => {
  assert.doesNotMatch(packaged, /<(?:picture|source|img)\b/);
  const targets = [...packaged.matchAll(/\]\(([^)]+)\)/g)].map(([, target = ""]) => target);
  for (const target of targets) assert.match(target, /^https:/);
  if (manifest().repository === undefined) assert.doesNotMatch(packaged, /!\[/);
  else assert.equal(packaged.match(/!\[/g)?.length, readme.match(/<picture>/g)?.length);
});
