import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { type BundledPackage, bundledPackages, thirdPartyNotices } from "../../build/licences.ts";
import { repository } from "../support/repository.ts";

const root = mkdtempSync(path.join(tmpdir(), "cap-operator-notices-"));
after(() => rmSync(root, { recursive: true }));

/** The words of a text: how its lines are broken, quoted and indented says nothing about a licence. */
const words = (text: string) =>
  text
    .replace(/^[ \t]*>/gm, "")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, " ")
    .trim();

/** The paragraphs of a text that somebody could miss: not what a file of notices tells of a work before it quotes the licence. */
const paragraphs = (text: string) =>
  text
    .replaceAll("\r", "")
    .replaceAll(/^## (.*)\n\n(?:(?!License: ).+\n\n)?(?:License: .*\n(?:.+\n)*\n)(?=>)/gm, "## $1\n\n")
    .split(/\n[ \t>]*\n/)
    .map(words)
    .filter((paragraph) => /\w/.test(paragraph));

function install(name: string, files: Readonly<Record<string, string>>, manifest: object = {}): void {
  const folder = path.join(root, "node_modules", name);
  mkdirSync(folder, { recursive: true });
  const about = { name, version: "1.2.3", license: "MIT", ...manifest };
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(about));
  for (const [file, text] of Object.entries({ "a.js": "", "b.js": "", ...files }))
    writeFileSync(path.join(folder, file), text);
}

const bundle = (inputs: Readonly<Record<string, number>>) => ({
  outputs: {
    "out.cjs": {
      inputs: Object.fromEntries(
        Object.entries(inputs).map(([file, bytesInOutput]) => [file, { bytesInOutput }]),
      ),
    },
  },
});

test("a package that is linked into the repository is named as well", () => {
  install("linked", { LICENSE: "Copyright Linked" });
  const clone = path.join(root, "clone/of/it");
  const file = path.relative(clone, path.join(root, "node_modules/linked/a.js")).replaceAll(path.sep, "/");
  assert.match(thirdPartyNotices([bundle({ [file]: 1 })], clone), /Copyright Linked/);
});

test("every package in a bundle is named with its licence and its own notices, once", () => {
  install("one", { "LICENSE.md": "Copyright One", "THIRD-PARTY-NOTICES.md": "Copyright Inner" });
  install("@scope/two", { LICENCE: "Copyright Two" });
  install("unused", { LICENSE: "Copyright Unused" });
  const text = thirdPartyNotices(
    [
      bundle({ "node_modules/one/a.js": 5, "node_modules/one/b.js": 5, "server/x.ts": 3 }),
      bundle({
        "node_modules/@scope/two/a.js": 1,
        "node_modules/one/a.js": 2,
        "node_modules/unused/a.js": 0,
      }),
    ],
    root,
  );
  for (const wanted of [
    "one 1.2.3 (MIT)",
    "Copyright One",
    "Copyright Inner",
    "@scope/two 1.2.3 (MIT)",
    "Copyright Two",
  ]) {
    assert.equal(text.split(wanted).length, 2, wanted);
  }
  assert.ok(!text.includes("Copyright Unused"));
});

test("a package inside another one counts as itself", () => {
  install("one/node_modules/inner", { LICENSE: "Copyright of the inner one" }, { name: "inner" });
  const text = thirdPartyNotices([bundle({ "node_modules/one/node_modules/inner/a.js": 1 })], root);
  assert.match(text, /Copyright of the inner one/);
});

test("a package without a licence is an error", () => {
  install("bare", {});
  assert.throws(() => thirdPartyNotices([bundle({ "node_modules/bare/a.js": 1 })], root), {
    message: "No license text was found for bare.",
  });
});

test("each licence is printed whole, also where several packages have the same terms", () => {
  const terms = "Permission is hereby granted, free of charge, to any person.";
  for (const name of ["first", "second"]) install(name, { LICENSE: `Copyright ${name}\r\n\r\n${terms}\r\n` });
  const text = thirdPartyNotices(
    [bundle({ "node_modules/first/a.js": 1, "node_modules/second/a.js": 1 })],
    root,
  );
  for (const name of ["first", "second"]) assert.ok(text.includes(`Copyright ${name}\n\n${terms}\n`), name);
});

test("a work in a package's own bundle is named, and one that nobody knows is an error", () => {
  const region = (name: string) =>
    `//#region ../node_modules/.pnpm/${name.replace("/", "+")}@1.0.5_peer@2.0.0/node_modules/${name}/index.js\ncode();\n`;
  install("bundled", {
    LICENSE: "Copyright Bundled",
    "a.js": region("content-type"),
    "b.js": region("@a/b"),
  });
  const text = thirdPartyNotices([bundle({ "node_modules/bundled/a.js": 1 })], root);
  assert.deepEqual(bundledPackages([bundle({ "node_modules/bundled/a.js": 1 })], root), [
    { name: "bundled", version: "1.2.3", license: "MIT" },
    { name: "content-type", version: "1.0.5", license: "MIT", inside: "bundled@1.2.3" },
  ]);
  assert.match(
    text,
    /content-type 1\.0\.5 \(MIT\)\n-+\n\nCopyright \(c\) 2015 Douglas Christopher Wilson\n\nPermission is/,
  );
  assert.throws(() => thirdPartyNotices([bundle({ "node_modules/bundled/b.js": 1 })], root), {
    message: "No license text was found for @a/b.",
  });
});

test("the bundles ship all that the licences of the libraries in them say", () => {
  const text = words(readFileSync(path.join(repository, "dist/ThirdPartyNotices.txt"), "utf8"));
  const bundled = JSON.parse(readFileSync(path.join(repository, "dist/bundled-packages.json"), "utf8"));
  const names = (bundled as readonly BundledPackage[]).flatMap((shipped) =>
    shipped.inside ? [] : shipped.name,
  );
  for (const inner of ["ajv-formats", "content-type"])
    assert.match(
      bundled.find(({ name }: BundledPackage) => name === inner)?.version ?? "",
      /^\d+\.\d+\.\d+$/,
    );
  for (const name of ["js-yaml", "modern-tar", "prettier", "vscode-languageclient"]) {
    assert.ok(names.includes(name), name);
  }
  for (const name of names) {
    const folder = path.join(repository, "node_modules", name);
    for (const file of readdirSync(folder).filter((name) =>
      /^(licen[cs]e|third-?party-?notices)/i.test(name),
    )) {
      for (const paragraph of paragraphs(readFileSync(path.join(folder, file), "utf8"))) {
        assert.ok(text.includes(paragraph), `${name}/${file}: ${paragraph.slice(0, 80)}`);
      }
    }
  }
});
