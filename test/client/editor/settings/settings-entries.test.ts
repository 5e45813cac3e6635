import assert from "node:assert/strict";
import { test } from "node:test";
import { chartInSettings, entryInSettings } from "../../../../client/editor/settings/settings-entries.ts";

const SETTINGS = `{
  // The installed releases.
  "capOperator.releases": [
    { "name": "a", "namespace": "one", "set": ["x=1"] },
    {
      "name": "a",
      "namespace": "two",
      "set": ["y=\\"2\\"", "x=1"], /* both */
      "setString": ["x=1"],
      "setJson": ["p={\\"q\\": 1}"],
    },
    { "name": "a", "namespace": "two", "set": ["z=1"] },
  ],
}`;

const place = (
  text: string,
  flag: "set" | "set-string" | "set-json" | "set-file",
  wanted: string,
  namespace?: string,
) => {
  const release = { name: "a", ...(namespace !== undefined && { namespace }) };
  const found = entryInSettings(text, { release, flag, text: wanted });
  return found && [found.offset, text.slice(found.offset, found.offset + found.length)];
};

test("an entry is found in the settings of its own release, and under its own flag", () => {
  assert.deepEqual(place(SETTINGS, "set", "x=1", "one"), [SETTINGS.indexOf('"x=1"'), '"x=1"']);
  const line = SETTINGS.indexOf('"y=');
  assert.deepEqual(place(SETTINGS, "set", "x=1", "two"), [SETTINGS.indexOf('"x=1"', line), '"x=1"']);
  const texts = SETTINGS.indexOf("setString");
  assert.deepEqual(place(SETTINGS, "set-string", "x=1", "two"), [SETTINGS.indexOf('"x=1"', texts), '"x=1"']);
});

test("an entry is found by what its text means, however it is escaped", () => {
  assert.equal(place(SETTINGS, "set", 'y="2"', "two")?.[1], '"y=\\"2\\""');
  assert.equal(place(SETTINGS, "set-json", 'p={"q": 1}', "two")?.[1], '"p={\\"q\\": 1}"');
});

test("an entry is found in a workspace file", () => {
  const text = '{"folders": [], "settings": {"capOperator.releases": [{"name": "a", "set": ["x=1"]}]}}';
  assert.deepEqual(place(text, "set", "x=1"), [text.indexOf('"x=1"'), '"x=1"']);
});

test("what is not there is not found", () => {
  assert.equal(place(SETTINGS, "set", "x=1"), undefined);
  assert.equal(place(SETTINGS, "set", "z=1", "two"), undefined, "the first of two with one name counts");
  assert.equal(place(SETTINGS, "set-file", "x=1", "one"), undefined);
  for (const text of ["", "[", '{"capOperator.releases": 1}', '{"capOperator.releases": [1, {"name": 2}]}']) {
    assert.equal(place(text, "set", "x=1", "one"), undefined, text);
  }
});

test("a chart and its version are found where they are named, also in a release and in a workspace file", () => {
  const text = `{
  "capOperator.chart": "./nope", // "./nope"
  "capOperator.chartVersion": "9.9.9",
  "capOperator.releases": [{ "name": "a", "chart": "./gone", "version": "latest", "values": ["b.yaml", "a.yaml#spec"] }],
}`;
  const find = (within: string, key: "chart" | "version" | "values", value: string, name?: string) => {
    const found = chartInSettings(within, {
      key,
      value,
      severity: "error",
      message: "",
      ...(name !== undefined && { release: { name } }),
    });
    return found && within.slice(found.offset, found.offset + found.length);
  };
  assert.equal(find(text, "chart", "./nope"), '"./nope"');
  assert.equal(find(text, "version", "9.9.9"), '"9.9.9"');
  assert.equal(find(text, "chart", "./gone", "a"), '"./gone"');
  assert.equal(find(text, "version", "latest", "a"), '"latest"');
  assert.equal(find(text, "values", "a.yaml#spec", "a"), '"a.yaml#spec"');
  assert.equal(find(text, "values", "c.yaml", "a"), undefined);
  assert.equal(find('{"settings": {"capOperator.chart": "./nope"}}', "chart", "./nope"), '"./nope"');
  // The user's settings, or those of a project, name it.
  for (const other of [
    find(text, "chart", "./gone"),
    find(text, "chart", "./nope", "a"),
    find("[", "chart", "x"),
  ]) {
    assert.equal(other, undefined);
  }
});
