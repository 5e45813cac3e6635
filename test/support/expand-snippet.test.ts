import assert from "node:assert/strict";
import test from "node:test";
import { expandSnippet, tabStops } from "./expand-snippet.ts";

const EXPANDED: [string, string][] = [
  ["a: ${1:b}", "a: b"],
  ["a: $1$0", "a: "],
  ["a: ${2|Issuer,ClusterIssuer|}", "a: Issuer"],
  ["a: ${1:x}.${2:y}\nb: $2", "a: x.y\nb: y"],
  ["a: ${1:http://host:90/p}", "a: http://host:90/p"],
  ["a: \\${1:b\\}", "a: ${1:b}"],
  ["a: ${1:{\\}}", "a: {}"],
];

for (const [snippet, text] of EXPANDED) {
  test(`${JSON.stringify(snippet)} gives ${JSON.stringify(text)}`, () => {
    assert.equal(expandSnippet(snippet), text);
  });
}

test("tab stops are counted once", () => {
  assert.deepEqual(tabStops("${2:a} $1 $2 ${3|x,y|}"), [1, 2, 3]);
});
