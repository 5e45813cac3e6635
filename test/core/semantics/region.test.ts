// Values that are a part of a text are changed in their region, or not at all.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { embeddedFile } from "../../../server/core/embedded/embedded-file.ts";
import { fileInText } from "../../../server/core/embedded/release-in-text.ts";
import { terraformReleases } from "../../../server/core/embedded/terraform.ts";
import type { Edit } from "../../../server/core/yaml/edits/edit.ts";
import { applied } from "../../../server/core/yaml/edits/edits.ts";
import { findProperty } from "../../../server/core/yaml/lookup.ts";
import { narrowed } from "../../../server/core/yaml/narrow.ts";
import { blank } from "../../../server/core/yaml/opaque-text.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import { editsBetween, regionOf } from "../../../server/core/yaml/region.ts";
import type { YamlFile } from "../../../server/core/yaml/tree.ts";

/** The values below a key of the top level, as a mapping or a text. */
function embedded(text: string, form: "mapping" | "text"): YamlFile {
  const around = parseYaml(text);
  const holder = findProperty(around.documents[0]?.root, "values");
  assert.ok(holder);
  return embeddedFile(around, { holder, form }).file;
}

function inTerraform(text: string): YamlFile {
  const again = (other: string) => terraformReleases(other, ["cap-operator"])[0]?.values[0];
  const values = again(text);
  assert.ok(values);
  return fileInText({ text, blanked: blank(text) }, values, again);
}

const below = (text: string) => narrowed(parseYaml(text), "operator");

/** The edit that writes a text in place of the only place of another one. */
function replacing(text: string, old: string, replacement: string): Edit {
  const start = text.indexOf(old);
  assert.ok(start >= 0 && text.indexOf(old, start + 1) < 0, old);
  return { start, end: start + old.length, text: replacement };
}

const MAPPING = "name: a\nvalues:\n  controller:\n    replicas: 2\nother: 1\n";
const TEXT = "name: a\nvalues: |\n  controller:\n    replicas: 2\nother: 1\n";
const SHARED = "values:\n  limits: &a\n    cpu: 1\nother: *a\n";
const TERRAFORM =
  'resource "helm_release" "a" {\n  chart = "cap-operator"\n  values = [<<-EOT\n    controller:\n      domain: ${var.x}\n  EOT\n  ]\n}\n';
const BELOW = "redis: 1\noperator:\n  controller:\n    replicas: 2\n# about it\nother: 1\n";

interface Case {
  readonly name: string;
  readonly text: string;
  readonly read: (text: string) => YamlFile;
  readonly old: string;
  readonly replacement: string;
}

const mapping = (text: string) => embedded(text, "mapping");
const asText = (text: string) => embedded(text, "text");

const REFUSED: readonly Case[] = [
  { name: "a key around", text: MAPPING, read: mapping, old: "name: a", replacement: "name: b" },
  {
    name: "the key that holds the values",
    text: MAPPING,
    read: mapping,
    old: "values",
    replacement: "value",
  },
  {
    name: "a line at the column of the key",
    text: MAPPING,
    read: mapping,
    old: "    replicas",
    replacement: "replicas",
  },
  {
    name: "a line at the column of the key, in a text",
    text: TEXT,
    read: asText,
    old: "    replicas",
    replacement: "replicas",
  },
  { name: "a document marker", text: MAPPING, read: mapping, old: "    replicas: 2\n", replacement: "---\n" },
  { name: "a bracket that is not closed", text: MAPPING, read: mapping, old: " 2", replacement: " [2" },
  { name: "the end of a text", text: TEXT, read: asText, old: "    replicas: 2\n", replacement: "more: 1\n" },
  {
    name: "an anchored value that is used outside",
    text: SHARED,
    read: mapping,
    old: "cpu: 1",
    replacement: "cpu: 2",
  },
  { name: "an anchor that is used outside", text: SHARED, read: mapping, old: "&a", replacement: "&b" },
  {
    name: "the marker of a text of Terraform",
    text: TERRAFORM,
    read: inTerraform,
    old: "    controller:\n",
    replacement: "EOT\n",
  },
  {
    name: "what follows a text of Terraform",
    text: TERRAFORM,
    read: inTerraform,
    old: "  ]\n",
    replacement: "",
  },
  { name: "a key of another chart", text: BELOW, read: below, old: "redis: 1", replacement: "redis: 2" },
  { name: "a comment about another key", text: BELOW, read: below, old: "# about it\n", replacement: "" },
  {
    name: "a line that is a key of another chart then",
    text: BELOW,
    read: below,
    old: "    replicas",
    replacement: "replicas",
  },
];

const MADE: readonly Case[] = [
  { name: "a value", text: MAPPING, read: mapping, old: "2", replacement: "3" },
  { name: "the last line", text: MAPPING, read: mapping, old: "    replicas: 2\n", replacement: "" },
  {
    name: "more lines",
    text: TEXT,
    read: asText,
    old: "    replicas: 2\n",
    replacement: "    replicas: 2\n  webhook: {}\n",
  },
  {
    name: "a value in a text of Terraform",
    text: TERRAFORM,
    read: inTerraform,
    old: "controller",
    replacement: "webhook",
  },
  { name: "a value below a key", text: BELOW, read: below, old: "2", replacement: "3" },
  {
    name: "a key that is missing",
    text: "redis: 1\n",
    read: below,
    old: "redis: 1\n",
    replacement: "redis: 1\noperator: {}\n",
  },
];

/** Files, and versions of them, that differ in one region or several. */
const VERSIONS: readonly (readonly [name: string, before: YamlFile, after: YamlFile])[] = [
  ["a mapping", mapping(MAPPING), mapping(MAPPING.replace("2", "3"))],
  ["a key that is missing", below("redis: 1\n"), below("redis: 1\noperator:\n  a: 1\n")],
  [
    "several documents",
    below("a: 1\noperator: {b: 1}\n---\nc: 1\n---\noperator:\n  d: 1\nmore: 1\n"),
    below("a: 1\noperator: {b: 234}\n---\nc: 1\noperator: {}\n---\noperator:\n  d: 567\n  e: 1\nmore: 1\n"),
  ],
];

suite("the edits between two versions", () => {
  for (const [name, before, after] of VERSIONS)
    test(`lead from the one to the other: ${name}`, () => {
      assert.equal(applied(before.text, editsBetween(before, after)), after.text);
    });
});

suite("an edit of values that are a part of a text", () => {
  for (const { name, text, read, old, replacement } of REFUSED)
    test(`does not change ${name}`, () => {
      assert.equal(regionOf(read(text)).edited([replacing(text, old, replacement)]), undefined);
    });

  for (const { name, text, read, old, replacement } of MADE)
    test(`changes ${name}`, () => {
      const { start, end, text: added } = replacing(text, old, replacement);
      // The common beginning is not touched.
      const kept = added.startsWith(old) ? old.length : 0;
      const edit = { start: start + kept, end, text: added.slice(kept) };
      const after = regionOf(read(text)).edited([edit]);
      assert.ok(after);
      assert.deepEqual(after.problems, []);
      // The result can be changed again, within the same bounds.
      assert.equal(regionOf(after).edited([{ start: 0, end: 1, text: "x" }]), undefined);
      assert.ok(regionOf(after).edited([]));
    });
});
