import assert from "node:assert/strict";
import { test } from "node:test";
import { code, textOf } from "../../build/source-files.ts";

/** The names of the insides of a region, and the files that may know them: those that find one. */
const INSIDES: readonly { readonly names: RegExp; readonly known: readonly string[] }[] = [
  {
    names: /\b(?:foundRegion|FoundRegion|Embedding|Editable|embedded(?:Part|Text|Whole))\b/,
    known: [
      "server/core/embedded/embedded-file.ts",
      "server/core/embedded/patches.ts",
      "server/core/embedded/release-in-text.ts",
      "server/core/yaml/narrow.ts",
      "server/core/yaml/region.ts",
      "server/core/yaml/tree.ts",
    ],
  },
  { names: /\bdocument\??\.whole\b/, known: ["server/core/yaml/region.ts"] },
];

test("only who finds the region of values knows what is inside, and all others ask it", () => {
  for (const { names, known } of INSIDES) {
    const knowing = code.filter((file) => file.startsWith("server/") && names.test(textOf(file)));
    assert.deepEqual(knowing, known, String(names));
  }
});
