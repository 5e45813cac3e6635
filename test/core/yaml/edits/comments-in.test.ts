import assert from "node:assert/strict";
import { test } from "node:test";
import { commentsIn } from "../../../../server/core/yaml/edits/comments-in.ts";
import { Lines } from "../../../../server/core/yaml/lines.ts";
import { findProperty } from "../../../../server/core/yaml/lookup.ts";
import { parseYaml } from "../../../../server/core/yaml/reader/parse.ts";
import { styleOf } from "../../../../server/core/yaml/style.ts";

test("each comment of an entry is found at its place, also behind the header of a block text", () => {
  const file = parseYaml("a: |      # one\n  x # no comment\nb: # two\n  c: 1 # three\n");
  const lines = new Lines(file);
  const found = ["a", "b"].flatMap((key) => {
    const property = findProperty(file.documents[0]?.root, key) ?? assert.fail(key);
    return commentsIn({ file, lines, style: styleOf(lines) }, property);
  });
  assert.deepEqual(
    found.map(({ text }) => text),
    ["# one", "# two", "# three"],
  );
  for (const { offset, text } of found) assert.ok(file.text.startsWith(text, offset), text);
});
