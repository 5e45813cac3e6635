import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { changedLines } from "../../../server/core/rendered/changed-lines.ts";
import { objectsPage } from "../../../server/core/rendered/objects-page.ts";
import { readRendering } from "../../../server/core/rendered/rendering.ts";

const object = (kind: string, name: string, rest: string) =>
  `---\n# Source: chart/templates/${name}.yaml\napiVersion: v1\nkind: ${kind}\nmetadata:\n  name: ${name}\n${rest}`;

/** The lines of the second output that are marked, and the two numbers of the summary. */
function marked(before: string, after: string) {
  const now = readRendering(after);
  const { objects, count, lines } = changedLines(readRendering(before), now);
  const texts = objectsPage(now.objects).text.split("\n");
  const shown = [...lines].sort(([line], [other]) => line - other);
  return { objects, count, lines: shown.map(([line, what]) => `${what} ${texts[line]}`) };
}

const pod = (rest: string) => object("Pod", "web", `spec:\n${rest}`);

describe("lines of objects that are not as they were", () => {
  const CASES: Readonly<
    Record<string, readonly [before: string, after: string, expected: ReturnType<typeof marked>]>
  > = {
    "nothing is marked where nothing changed": [
      pod("  a: 1\n"),
      pod("  a: 1\n"),
      { objects: 0, count: 0, lines: [] },
    ],
    "another value, a new one, and one that is gone": [
      pod("  a: 1\n  b: {c: 1, d: 2}\n"),
      pod("  a: 2\n  b: {d: 2}\n  e: 3\n"),
      { objects: 1, count: 3, lines: ["changed   a: 2", "removed   b:", "added   e: 3"] },
    ],
    "keys are new with all that is below them": [
      pod("  a: 1\n"),
      pod("  a: 1\n  limits:\n    cpu:\n      most: 1\n"),
      { objects: 1, count: 3, lines: ["added   limits:", "added     cpu:", "added       most: 1"] },
    ],
    "an item before others moves them, and they are the same": [
      pod("  list:\n  - name: b\n    deep: {at: 1}\n"),
      pod("  list:\n  - name: a\n  - name: b\n    deep: {at: 1}\n"),
      { objects: 1, count: 1, lines: ["added     - name: a"] },
    ],
    "an item that is gone is gone from its list": [
      pod("  list:\n  - name: a\n  - name: b\n"),
      pod("  list:\n  - name: b\n"),
      { objects: 1, count: 1, lines: ["removed   list:"] },
    ],
    "a text of several lines is compared line by line": [
      object("ConfigMap", "c", "data:\n  t: |\n    one\n    two\n    three\n"),
      object("ConfigMap", "c", "data:\n  t: |\n    one\n    other\n    three\n"),
      { objects: 1, count: 1, lines: ["changed     other"] },
    ],
    "an object with another name is the same one": [
      object("ConfigMap", "one", "data: {a: b, c: d}\n"),
      object("ConfigMap", "one", "data: {a: b}\n").replace("name: one", "name: two"),
      { objects: 1, count: 2, lines: ["changed   name: two", "removed data:"] },
    ],
    "objects are new, or gone": [
      object("ConfigMap", "old", "data: {a: b}\n"),
      object("Service", "new", ""),
      {
        objects: 2,
        count: 10,
        lines: ["added apiVersion: v1", "added kind: Service", "added metadata:", "added   name: new"],
      },
    ],
    "a Secret shows that it changed, and not how": [
      object("Secret", "s", "stringData: {key: one}\n"),
      object("Secret", "s", "stringData: {key: two}\n"),
      { objects: 1, count: 1, lines: ["changed   key: <hidden>"] },
    ],
  };
  for (const [name, [before, after, expected]] of Object.entries(CASES)) {
    test(name, () => assert.deepEqual(marked(before, after), expected));
  }
});
