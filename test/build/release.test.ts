import assert from "node:assert/strict";
import { test } from "node:test";
import { changelogSection } from "../../build/changelog.ts";
import { npmManifest } from "../../build/npm-package.ts";
import { isPreRelease, tagFault } from "../../build/release-version.ts";
import { bomOfBundles } from "../../build/sbom.ts";
import { manifest } from "../support/repository.ts";

test("odd minor versions are pre-releases", () => {
  assert.deepEqual(["0.1.0", "1.3.7", "0.2.0", "1.0.1"].map(isPreRelease), [true, true, false, false]);
});

test("a tag names the version, which has three numbers", () => {
  assert.deepEqual(tagFault("1.2.3", "v1.2.3"), []);
  assert.deepEqual(tagFault("1.2.3", undefined), []);
  assert.deepEqual(tagFault("1.2.3", "v1.2.4"), ["The tag v1.2.4 must be v1.2.3."]);
  assert.equal(tagFault("1.2.3-beta.1", "v1.2.3-beta.1").length, 1);
});

test("the notes of a release are its section of the changelog", () => {
  const changelog =
    "# Changelog\n\n## [Unreleased]\n\n- Later.\n\n## [1.0.1] - 2026-12-01\n\n### Fixed\n\n- One.\n\n## [1.0.0] - 2026-11-22\n\n- All.\n";
  assert.deepEqual(changelogSection(changelog, "1.0.1"), { date: "2026-12-01", text: "### Fixed\n\n- One." });
  assert.deepEqual(changelogSection(changelog, "1.0.0"), { date: "2026-11-22", text: "- All." });
  assert.equal(changelogSection(changelog, "1.0"), undefined);
  assert.equal(changelogSection(changelog, "Unreleased"), undefined);
});

const component = (name: string, version: string) => ({
  "bom-ref": `${name}@${version}`,
  name,
  version,
  scope: "optional",
  properties: [
    { name: "cdx:npm:package:path", value: `node_modules/${name}` },
    { name: "cdx:npm:package:development", value: "true" },
  ],
});

test("the bill of materials has what is in the bundles, and what of it depends on what", () => {
  const bom = {
    metadata: {
      component: {
        name: "some-folder",
        description: "%description%",
        purl: "pkg:npm/some-folder@0.1.0",
        properties: [{ name: "cdx:npm:package:private", value: "true" }],
      },
    },
    components: [component("one", "1.0.0"), component("two", "2.0.0"), component("tool", "3.0.0")],
    dependencies: [
      { ref: "self@0.1.0", dependsOn: ["one@1.0.0", "tool@3.0.0"] },
      { ref: "one@1.0.0", dependsOn: ["two@2.0.0", "tool@3.0.0"] },
      { ref: "two@2.0.0" },
      { ref: "tool@3.0.0" },
    ],
  };
  const bundled = [
    { name: "one", version: "1.0.0", license: "MIT" },
    { name: "two", version: "2.0.0", license: "MIT" },
    { name: "@a/inner", version: "4.0.0", license: "MIT", inside: "two@2.0.0" },
  ];
  const self = { name: "self", version: "0.1.0", description: "Helm values." };
  const { metadata, components, dependencies } = bomOfBundles(self, bom, bundled);
  assert.deepEqual(metadata.component, {
    name: "self",
    description: "Helm values.",
    purl: "pkg:npm/self@0.1.0",
    properties: [],
  });
  const inner = components.at(-1);
  assert.deepEqual(inner, {
    "bom-ref": "@a/inner@4.0.0",
    type: "library",
    name: "@a/inner",
    version: "4.0.0",
    purl: "pkg:npm/%40a/inner@4.0.0",
    licenses: [{ license: { id: "MIT" } }],
  });
  assert.deepEqual(
    components
      .slice(0, -1)
      .map(({ name, scope, properties }) => [name, scope, properties?.map((property) => property.name)]),
    [
      ["one", undefined, ["cdx:npm:package:path"]],
      ["two", undefined, ["cdx:npm:package:path"]],
    ],
  );
  assert.deepEqual(dependencies, [
    { ref: "self@0.1.0", dependsOn: ["one@1.0.0"] },
    { ref: "one@1.0.0", dependsOn: ["two@2.0.0"] },
    { ref: "two@2.0.0", dependsOn: ["@a/inner@4.0.0"] },
    { ref: "@a/inner@4.0.0", dependsOn: [] },
  ]);
  assert.throws(
    () => bomOfBundles(self, bom, [{ name: "one", version: "9.0.0", license: "MIT" }]),
    /lacks one@9\.0\.0\./,
  );
});

test("the package on npm is the command line and the language server, and no extension", () => {
  const packed = npmManifest({ ...manifest() });
  assert.deepEqual(Object.keys(packed.bin as object), ["cap-operator-language-server", "cap-operator"]);
  assert.deepEqual(Object.keys(packed.engines as object), ["node"]);
  for (const field of ["private", "publisher", "main", "contributes", "devDependencies", "scripts"])
    assert.ok(!(field in packed), field);
});
