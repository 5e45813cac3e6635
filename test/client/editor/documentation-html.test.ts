import assert from "node:assert/strict";
import { test } from "node:test";
import { documentationHtml } from "../../../client/editor/pages/documentation-pages.ts";

test("a page runs its own script and style only, loads nothing, and holds the anchor as text", () => {
  const html = documentationHtml({ body: "<h2>Rule</h2>", anchor: 'a"><script>', nonce: "abc" });
  assert.match(html, /content="default-src 'none'; style-src 'nonce-abc'; script-src 'nonce-abc'"/);
  assert.match(html, /<body data-anchor="a&quot;><script>">\n<h2>Rule<\/h2>/);
});
