import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { stillToFillIn, type ToPublish } from "../../build/publish-check.ts";

const READY: ToPublish = {
  manifest: {
    name: "tools",
    version: "1.2.3",
    publisher: "group",
    repository: { type: "git", url: "https://code.example.org/group/project.git" },
    bugs: { url: "https://code.example.org/group/project/issues" },
    homepage: "https://code.example.org/group/project#readme",
    qna: "https://code.example.org/group/project/issues",
  },
  changelog: "# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-11-22\n\n### Added\n\n- One.\n",
  codeOwners: "# Owners\n* @group/owners\n",
  licence: "Copyright 2026 The authors",
  untranslated: [],
  icon: readFileSync(new URL("../../client/media/icon.png", import.meta.url)),
};

test("nothing is to be filled in where all is", () => {
  assert.deepEqual(stillToFillIn(READY), []);
});

const { manifest } = READY;
const { repository: _, bugs: __, homepage: ___, qna: ____, ...unaddressed } = manifest;
for (const [change, sentence] of [
  [{ manifest: { ...manifest, publisher: "tools" } }, /^"publisher" .* still the name of the package\.$/],
  [{ manifest: unaddressed }, /^"repository" .* no pictures and no links/],
  [{ manifest: { ...manifest, homepage: "https://example.org" } }, /Run "npm run manifest"\.$/],
  [{ icon: undefined }, /^"icon" /],
  [{ icon: Buffer.from("not a picture, however long it is") }, /^"icon" /],
  [{ changelog: READY.changelog.replace(" - 2026-11-22", "") }, /## \[1\.2\.3\] - <date>/],
  [{ codeOwners: "# * @nobody\n" }, /^\.github\/CODEOWNERS names nobody/],
  [{ untranslated: ["a", "b"] }, /^2 texts are not translated\./],
  [{ licence: "Copyright [yyyy] [name of copyright owner]" }, /^LICENSE /],
] as const) {
  test(`what is missing is one sentence: ${sentence.source}`, () => {
    const sentences = stillToFillIn({ ...READY, ...change });
    assert.equal(sentences.length, 1);
    assert.match(sentences[0] ?? "", sentence);
  });
}
