// Holds the README against what it is about: the manifest, the pictures, the pages and the package.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import MarkdownIt from "markdown-it";
import { packagedDocs } from "../../build/packaged-docs.ts";
import { commandTitle } from "../support/command-title.ts";
import { manifest, repository } from "../support/repository.ts";

const readme = readFileSync(path.join(repository, "README.md"), "utf8").replaceAll("\r\n", "\n");
const packaged = packagedDocs(repository).get("dist/README.md") ?? "";
const { commands } = manifest().contributes;
const CATEGORY = "CAP Operator: ";
const titles = new Set(commands.map(({ command }) => commandTitle(command).replace(CATEGORY, "")));

/** The text of a section of the second level. */
function section(heading: string): string {
  const found = readme.split(/^(?=## )/m).find((part) => part.startsWith(`## ${heading}\n`));
  assert.ok(found !== undefined, `The README has no section "${heading}".`);
  return found;
}

test("the README has what a reader of a marketplace looks for, in this order", () => {
  const headings = [...readme.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  assert.deepEqual(headings, [
    "Install",
    "Features",
    "Requirements and compatibility",
    "Safety",
    "Documentation",
    "Contribute",
    "License",
  ]);
  const [sentence = "", picture = ""] = readme.split("\n\n").slice(1);
  assert.match(sentence, /^[A-Z][^\n]+\.$/);
  assert.match(picture, /^<picture>/);
});

test("each of the four features has one picture", () => {
  const features = section("Features")
    .split(/^(?=### )/m)
    .slice(1);
  assert.equal(features.length, 4);
  for (const feature of features) assert.equal(feature.match(/<picture>/g)?.length, 1, feature.slice(0, 40));
});

test("every command that the README names is in the palette under this title", () => {
  const named = [...readme.matchAll(/\*(?:CAP Operator: )?([A-Z][^*\n]+?)\*/g)].map(
    ([, title = ""]) => title,
  );
  const known = named.filter((title) => titles.has(title));
  assert.deepEqual(
    named.filter((title) => !titles.has(title) && !title.startsWith("Extensions: ")),
    [],
  );
  assert.ok(known.length >= 6, known.join());
});

test("the README names what the project is not, the operator and its chart, and all pages install the package in the same way", () => {
  const { publisher, name, version } = manifest();
  assert.match(readme, /not a product of SAP, and it collects no telemetry/);
  for (const address of ["https://github.com/SAP/cap-operator", "https://sap.github.io/cap-operator/"])
    assert.ok(readme.includes(`](${address})`), address);
  assert.ok(readme.includes("`oci://ghcr.io/sap/cap-operator-lifecycle/helm/cap-operator`"));
  assert.ok(readme.includes(`code --install-extension ${publisher}.${name}`));
  for (const page of ["README.md", "server/cli/README.md", "docs/guides/ci.md"]) {
    const text = readFileSync(path.join(repository, page), "utf8");
    assert.ok(text.includes(`npm install --global ${name}`), page);
    if (manifest().repository !== undefined) continue;
    assert.ok(text.includes(`Version ${version} is not published yet.`), page);
    assert.ok(
      text.includes("npm pack") && text.includes(`npm install --global ./${name}-${version}.tgz`),
      page,
    );
  }
});

test("nothing tells people to run a package of this name that is not ours", () => {
  const { name } = manifest();
  const below = ["docs", "templates"].flatMap((folder) =>
    readdirSync(path.join(repository, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(?:md|yml)$/.test(file))
      .map((file) => `${folder}/${file}`),
  );
  const pages = ["README.md", "server/cli/README.md", "action.yml", ...below];
  const calls = pages.flatMap((file) =>
    readFileSync(path.join(repository, file), "utf8")
      .split("\n")
      .filter((line) => /\bnpx\b(?! node lab\/)/.test(line)),
  );
  assert.ok(calls.length >= 2);
  for (const line of calls) assert.ok(line.includes(`--package=${name}`), line);
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

test("the README is as fast as the last benchmark", () => {
  const bench = readFileSync(path.join(repository, "bench/README.md"), "utf8");
  const [, table = ""] = bench.split("### 2,000 lines\n");
  const [, milliseconds] = /^\| completion \| ([\d.]+) \|/m.exec(table) ?? [];
  assert.match(readme, /Completion takes under 1 ms in a file of\s2,000 lines/);
  assert.ok(Number(milliseconds) < 1, milliseconds);
  assert.doesNotMatch(readme, /yaml-language-server/);
});

test("every link of the README leads to a file and a heading that exist", () => {
  const tokens = new MarkdownIt({ html: true }).parse(readme, {}).flatMap(({ children }) => children ?? []);
  const targets = tokens.flatMap(({ type, attrs }) =>
    type === "link_open" ? [String(attrs?.[0]?.[1])] : [],
  );
  assert.ok(targets.length > 10);
  for (const target of targets.filter((target) => !target.startsWith("https://"))) {
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
