import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutLinks } from "../../../client/texts/without-links.ts";

/** The pattern by which VS Code 1.90 and later finds links in messages (src/vs/base/common/linkedText.ts). */
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;

for (const text of [
  "admission webhook denied the request: [see here](command:workbench.action.terminal.new)",
  "[a](https://example.org) and [b](file:///etc/passwd)",
  '[x](command:a "title")',
]) {
  test(`is not turned into a link: ${text}`, () => {
    assert.match(text, LINK);
    assert.doesNotMatch(withoutLinks(text), LINK);
  });
}

test("brackets that do not make a link stay as they are", () => {
  const text = "spec.ports[0].port (of webhook) must be [a, b] (got c)";
  assert.equal(withoutLinks(text), text);
});
