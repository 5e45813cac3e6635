import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readToPublish, stillToFillIn, type ToPublish } from "../../build/publish-check.ts";
import { repository } from "../support/repository.ts";

const README =
  "npm install --global tools. It is not a product of SAP, and collects no telemetry. SAP is a trademark of SAP SE.";

const READY: ToPublish = {
  manifest: {
    name: "tools",
    version: "1.2.3",
    publisher: "group",
    author: "The Makers GmbH <makers@example.org>",
    repository: { type: "git", url: "https://code.example.org/group/project.git" },
    bugs: { url: "https://code.example.org/group/project/issues" },
    homepage: "https://code.example.org/group/project#readme",
    qna: "https://code.example.org/group/project/issues",
  },
  changelog: "# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-11-22\n\n### Added\n\n- One.\n",
  codeOwners: "# Owners\n* @group/owners\n",
  licence: "Copyright 2026 The Makers GmbH",
  deadPaths: [],
  stalePages: [],
  security: "Write to security@example.org.",
  readmes: { "README.md": README, "server/cli/README.md": README },
  pages: new Map([["dist/docs/index.md", "See [the bench](https://code.example.org)."]]),
  cutLicences: [],
  untranslated: [],
  icon: readFileSync(new URL("../../client/media/icon.png", import.meta.url)),
};

test("nothing is to be filled in where all is", () => {
  assert.deepEqual(stillToFillIn(READY), []);
});

const without = (page: string, part: RegExp) => ({
  readmes: { ...READY.readmes, [page]: README.replace(part, "") },
});

const { manifest } = READY;
const { repository: _, bugs: __, homepage: ___, qna: ____, ...unaddressed } = manifest;
for (const [change, sentence] of [
  [{ manifest: { ...manifest, publisher: "tools" } }, /^"publisher" .* still the name of the package\.$/],
  [{ manifest: unaddressed }, /^"repository" .* no pictures and no links/],
  [{ manifest: { ...manifest, homepage: "https://example.org" } }, /Run "npm run manifest"\.$/],
  [{ stalePages: ["README.md"] }, /^Pages do not install .*: README\.md\. Run "npm run manifest"\.$/],
  [{ icon: undefined }, /^"icon" /],
  [{ icon: Buffer.from("not a picture, however long it is") }, /^"icon" /],
  [{ changelog: READY.changelog.replace(" - 2026-11-22", "") }, /## \[1\.2\.3\] - <date>/],
  [{ codeOwners: "# * @nobody\n" }, /^\.github\/CODEOWNERS names nobody/],
  [{ untranslated: ["a", "b"] }, /^2 texts are not translated\./],
  [{ manifest: { ...manifest, author: undefined } }, /^"author" .* is missing\./],
  [{ licence: "Copyright 2026 The authors of the tools" }, /^LICENSE .*: Copyright \d+ The Makers GmbH\.$/],
  [{ security: "Use the form *Security*." }, /^\.github\/SECURITY\.md has no mail or web address/],
  [without("README.md", /SAP is .*$/), /^README\.md must state whose trademarks/],
  [without("README.md", /no telemetry/), /^README\.md must state that no telemetry/],
  [
    without("server/cli/README.md", /not a product of SAP/),
    /^server\/cli\/README\.md must state that this is not/,
  ],
  [without("server/cli/README.md", /npm install --global/), /^server\/cli\/README\.md must state how/],
  [
    { pages: new Map([["dist/docs/index.md", "See *the bench* (in the repository)."]]) },
    /lead nowhere .*: dist\/docs\/index\.md\.$/,
  ],
  [{ deadPaths: ["docs/judge.md"] }, /^CHANGELOG\.md names files that do not exist: docs\/judge\.md\.$/],
  [{ cutLicences: ["semver"] }, /^dist\/ThirdPartyNotices\.txt .* license of semver\.$/],
] as const) {
  test(`what is missing is one sentence: ${sentence.source}`, () => {
    const sentences = stillToFillIn({ ...READY, ...change });
    assert.equal(sentences.length, 1);
    assert.match(sentences[0] ?? "", sentence);
  });
}

// A text that is not translated yet stops a release, and no change.
test("what is read of this repository lacks only what its owner has to fill in, and translations", () => {
  const lacking = stillToFillIn(readToPublish(repository))
    .filter((sentence) => !/^\d+ texts? .* translated/.test(sentence))
    .map((sentence) => sentence.split(" ", 1)[0]);
  const ofTheOwner = [
    '"publisher"',
    '"repository"',
    "CHANGELOG.md",
    ".github/CODEOWNERS",
    '"author"',
    ".github/SECURITY.md",
    "Pages",
  ];
  assert.deepEqual(
    lacking.filter((first) => !ofTheOwner.includes(first ?? "")),
    [],
  );
});
