import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parseYaml } from "../../../../server/core/yaml/reader/parse.ts";
import type { ValueNode } from "../../../../server/core/yaml/tree.ts";

// Recorded answers of a real Helm; lab/record/helm-scalars.ts records them again.
const recorded: {
  helm: string;
  values: [text: string, json: string | null][];
  keys: [text: string, key: string | null][];
} = JSON.parse(readFileSync(new URL("./helm-scalars.json", import.meta.url), "utf8"));

function property(text: string) {
  const file = parseYaml(text);
  const root = file.documents[0]?.root;
  assert.ok(root?.type === "object" && root.properties[0], `no property in ${text}`);
  return { property: root.properties[0], problems: file.problems };
}

function scalarOf(node: ValueNode): unknown {
  assert.ok("value" in node, `${node.type} is not a scalar`);
  return node.value;
}

test("there is an answer of Helm for every scalar and key", () => {
  assert.match(recorded.helm, /^v\d/);
  assert.ok(recorded.values.length > 400 && recorded.keys.length > 90);
});

for (const [text, json] of recorded.values) {
  test(`the value ${JSON.stringify(text)} is ${json ?? "refused"}, as Helm ${recorded.helm} has it`, () => {
    const { property: given, problems } = property(`given: ${text}\n`);
    if (json === null) {
      assert.equal(problems.length, 1, "nothing says that Helm rejects this");
      return;
    }
    assert.deepEqual(problems, []);
    assert.deepEqual(scalarOf(given.valueNode), JSON.parse(json));
  });
}

for (const [text, key] of recorded.keys) {
  test(`the key ${JSON.stringify(text)} is ${JSON.stringify(key) ?? "refused"}, as Helm ${recorded.helm} has it`, () => {
    const { property: given, problems } = property(`${text}: 1\n`);
    if (key === null) {
      assert.equal(problems.length, 1, "nothing says that Helm rejects this");
      return;
    }
    assert.deepEqual(problems, []);
    assert.equal(given.key, key);
    const { offset, length } = given.keyNode;
    assert.equal(text.slice(offset, offset + length), text.replace(/^(?:[&!]\S* +)*/, ""));
  });
}
