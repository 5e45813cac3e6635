import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { thirdPartyNotices } from "../../third-party-notices.mjs";
import { repository } from "../support/repository.ts";

const root = mkdtempSync(path.join(tmpdir(), "cap-operator-notices-"));
after(() => rmSync(root, { recursive: true }));

function install(name: string, files: Readonly<Record<string, string>>, manifest: object = {}): void {
  const folder = path.join(root, "node_modules", name);
  mkdirSync(folder, { recursive: true });
  const about = { name, version: "1.2.3", license: "MIT", ...manifest };
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(about));
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
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

test("every package in a bundle is named with its licence and its own notices, once", () => {
  install("one", { "LICENSE.md": "Copyright One", "THIRD-PARTY-NOTICES.md": "Copyright Inner" });
  install("@scope/two", { LICENCE: "Copyright Two" });
  install("unused", { LICENSE: "Copyright Unused" });
  const text = thirdPartyNotices(
    [
      bundle({ "node_modules/one/a.js": 5, "node_modules/one/b.js": 5, "server/x.ts": 3 }),
      bundle({
        "node_modules/@scope/two/lib/a.js": 1,
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
    message: "No licence text was found for bare.",
  });
});

test("the bundles ship the licences of the libraries in them", () => {
  const text = readFileSync(path.join(repository, "dist/ThirdPartyNotices.txt"), "utf8");
  for (const name of ["js-yaml", "modern-tar", "prettier", "vscode-languageclient", "yaml-language-server"]) {
    const folder = path.join(repository, "node_modules", name);
    const licence = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    assert.ok(licence, name);
    assert.ok(text.includes(readFileSync(path.join(folder, licence), "utf8").trim()), name);
  }
});
