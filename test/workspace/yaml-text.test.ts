import assert from "node:assert/strict";
import { test } from "node:test";
import { refusalOf } from "../../server/core/values/file-refusal.ts";
import { parseYaml } from "../../server/core/yaml/reader/parse.ts";
import { isText, yamlText } from "../../server/workspace/yaml-text.ts";

const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return isBig ? bytes.swap16() : bytes;
};

/** What Helm 3.22.0 does with each: the text that it reads, or the offset in the shown text at which it stops. */
const CASES: readonly (readonly [name: string, bytes: Uint8Array, read: string | number])[] = [
  ["UTF-8", Buffer.from("a: grö€😀\n"), "a: grö€😀\n"],
  ["UTF-8 with a mark", Buffer.from("\uFEFFa: 1\n"), "a: 1\n"],
  ["a replacement character", Buffer.from("a: \uFFFD\n"), "a: \uFFFD\n"],
  ["UTF-16, the low byte first", utf16("a: grö€😀\r\n", false), "a: grö€😀\r\n"],
  ["UTF-16, the high byte first", utf16("a: grö€😀\n", true), "a: grö€😀\n"],
  ["Latin-1 in a comment", Buffer.from("# gr\xf6\xdfe\na: 1\n", "latin1"), 4],
  ["Latin-1 in a value", Buffer.from("a: gr\xf6\xdfe\n", "latin1"), 5],
  ["Latin-1 behind a mark", Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0x3a, 0x20, 0xf6, 0x0a]), 3],
  ["Latin-1 behind a replacement character", Buffer.from([0xef, 0xbf, 0xbd, 0x3a, 0x20, 0xff]), 3],
  ["a character cut off", Buffer.from([0x61, 0x3a, 0x20, 0xe2, 0x82]), 3],
  ["a character that is longer than it must be", Buffer.from([0x61, 0x3a, 0x20, 0xc0, 0xaf, 0x0a]), 3],
  ["half of a surrogate pair in UTF-8", Buffer.from([0x61, 0x3a, 0x20, 0xed, 0xa0, 0x80, 0x0a]), 3],
  ["half of a surrogate pair in UTF-16", utf16("a: \uD800x\n", false), 3],
  ["UTF-16 with half a character at its end", Buffer.concat([utf16("a: 1\n", false), Buffer.from("a")]), 5],
];

for (const [name, bytes, read] of CASES) {
  test(name, () => {
    const text = yamlText(bytes);
    const refusal = refusalOf(parseYaml(text), 3);
    assert.equal(isText(text), typeof read === "string");
    if (typeof read === "string") assert.deepEqual([text, refusal], [read, undefined]);
    else {
      assert.deepEqual(
        [refusal?.offset, refusal?.message],
        [read, "This is not valid UTF-8, so Helm refuses the whole file. Save the file as UTF-8."],
      );
    }
  });
}
