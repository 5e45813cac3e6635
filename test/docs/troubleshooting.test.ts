// The messages of docs/operations/troubleshooting.md are those that people see, and the words of Helm those that it printed.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { readBundle } from "../../build/l10n.ts";
import { repository } from "../support/repository.ts";

const read = (file: string) => readFileSync(path.join(repository, file), "utf8");
const rows = [
  ...read("docs/operations/troubleshooting.md").matchAll(/^\| (?!You see|---)(.*?) \| (.*?) \|/gm),
];
const codes = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);

const recorded = (
  JSON.parse(read("test/client/helm/failures.json")) as {
    readonly stderr: string;
    readonly explained: { readonly sentence: string };
  }[]
).map(({ stderr, explained }) => `${stderr}\n${explained.sentence}`);

/** True if the fixed parts of a message follow each other in a text. */
function isIn(message: string, text: string): boolean {
  let from = 0;
  for (const part of message.split(/<[^>]*>/)) {
    const offset = text.indexOf(part, from);
    if (offset < 0) return false;
    from = offset + part.length;
  }
  return true;
}

test("every message in the first column is one of the extension, word for word", () => {
  const sentences = [...Object.values(readBundle(repository)), ...recorded];
  const shown = rows.flatMap(([, seen]) => codes(seen));
  assert.ok(shown.length > 25, `${shown.length}`);
  assert.deepEqual(
    shown.filter((message) => !sentences.some((text) => isIn(message, text))),
    [],
  );
});

test("what the page says that Helm reports is what it printed", () => {
  const quoted = rows.flatMap(([, , cause = ""]) => {
    const [, words] = /Helm reports (.*)/.exec(cause) ?? [];
    return codes(words);
  });
  assert.ok(quoted.length > 12, `${quoted.length}`);
  assert.deepEqual(
    quoted.filter((words) => !recorded.some((text) => isIn(words, text))),
    [],
  );
});

test("a message that nobody sees would be noticed", () => {
  assert.equal(isIn("No chart found at <path>.", "No chart found at {0}."), true);
  assert.equal(isIn("No chart was found at <path>.", "No chart found at {0}."), false);
});
