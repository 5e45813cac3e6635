import assert from "node:assert/strict";
import { test } from "node:test";
import { faultText } from "../../../server/core/fault-text.ts";
import { toJson } from "../../../server/core/values/helm-tree.ts";
import { readValues, refusalOf } from "../../../server/core/values/helm-value.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import { fileText } from "../../../server/workspace/files/values-files.ts";
import { isText, yamlText } from "../../../server/workspace/files/yaml-text.ts";

const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return isBig ? bytes.swap16() : bytes;
};

/** Bytes with the text that Helm 3.22.0 reads of them, or the offset in the shown text at which it stops. */
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
        [refusal?.offset, refusal && faultText(refusal.fault)],
        [read, "This is not valid UTF-8, so Helm rejects the whole file. Save the file as UTF-8."],
      );
    }
  });
}

const marked = (text: string, isBig = false) => utf16(text, isBig);

/** Bytes in UTF-16, all of which Helm 3.22.0 reads, with the values that Helm 4.3.1 reads, or `undefined` if it refuses the file. */
const IN_HELM_4: readonly (readonly [name: string, bytes: Uint8Array, values: object | undefined])[] = [
  ["the low byte first", marked("a: 1\n"), undefined],
  ["the low byte first, without a line break at the end", marked("a: 1"), undefined],
  ["the low byte first, behind a marker", marked("---\na: 1\n"), undefined],
  ["the low byte first, with another document", marked("a: 1\n---\nb: 2\n"), { a: 1 }],
  ["the low byte first, with an end", marked("a: 1\n...\n"), { a: 1 }],
  ["the high byte first", marked("a: 1\n", true), { a: 1 }],
  ["the high byte first, without a line break at the end", marked("a: 1", true), undefined],
  ["the high byte first, with a marker at the end", marked("a: 1\n---", true), undefined],
  ["the high byte first, with another document", marked("a: 1\n---\nb: 2", true), { a: 1 }],
  ["UTF-8 with another document", Buffer.from("a: 1\n---\nb: 2\n"), { a: 1, b: 2 }],
];

for (const [name, bytes, values] of IN_HELM_4) {
  test(`Helm 4 and ${name}`, () => {
    const { text, helm4Reads } = fileText(bytes);
    const file = { ...parseYaml(text), ...(helm4Reads && { helm4Reads }) };
    assert.equal(refusalOf(file, 3), undefined);
    const read = readValues(file, 4, (value) => ({ kind: "file", file: 0, name, value }));
    assert.equal(
      read.refusal && faultText(read.refusal.fault),
      values ? undefined : "Helm 4 rejects this file because it is UTF-16. Save it as UTF-8.",
    );
    if (read.values) assert.deepEqual(toJson(read.values), values);
  });
}
