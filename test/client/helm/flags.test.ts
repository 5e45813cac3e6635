import assert from "node:assert/strict";
import { test } from "node:test";
import { setText } from "../../../client/helm/flags.ts";

test("a string is set as it is, whatever a comma, a brace or a backslash means to Helm", () => {
  assert.deepEqual(setText("subscriptionServer.domain", "cap.example.org"), {
    flag: "set-string",
    text: "subscriptionServer.domain=cap.example.org",
  });
  assert.equal(setText("a", "one, two").text, "a=one\\, two");
  assert.equal(setText("a", "C:\\x").text, "a=C:\\\\x");
  assert.equal(setText("a", "{x}").text, "a=\\{x}");
});
