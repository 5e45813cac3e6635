import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { folderWith } from "../cli/run.ts";
import { filesOf, PICTURES } from "../pictures/table.ts";
import { repository } from "../support/repository.ts";
import { digestOf, sourceOf } from "./picture-source.ts";
import { makePullRequest, type PullRequest } from "./pull-request.ts";
import { pullRequestPage } from "./pull-request-page.ts";

const change = await makePullRequest(folderWith({}));

test("a pull request has annotations at the lines that it added, and at no others", () => {
  const added = new Map(
    change.diff.flatMap((line) => (line.kind === "added" ? [[line.new, line.text]] : [])),
  );
  const noted = change.annotations.map(({ line, level, title }) => [added.get(line)?.trim(), level, title]);
  assert.deepEqual(noted, [
    ["replicaz: 3", "warning", "unknown-key"],
    ["metricsEvaluationInterval: 2 hours", "error", "invalid-duration"],
    ["memory: 512Mi", "error", "request-exceeds-limit"],
    ["certificateManager: certcontroller", "error", "not-allowed"],
  ]);
});

test("the page shows each annotation right below its line", () => {
  const page = pullRequestPage(change);
  assert.match(
    page,
    /<td>\+ {3}replicaz: 3<\/td><\/tr>\n<tr class="note">.*<div class="title">unknown-key<\/div><div>Unknown key &quot;replicaz&quot; in &quot;controller&quot;\./,
  );
  assert.equal(page.match(/<tr class="note">/g)?.length, change.annotations.length);
});

test("nothing in a change becomes markup", () => {
  const markup = `<script>alert("1")</script>&amp;`;
  const hostile: PullRequest = {
    file: markup,
    diff: [{ kind: "added", new: 1, text: markup }],
    annotations: [{ level: "error", file: markup, line: 1, title: markup, message: markup }],
  };
  assert.ok(!pullRequestPage(hostile).includes("<script>"));
});

for (const file of Object.values(filesOf(PICTURES.pullRequest))) {
  test(`${file} shows what the command line reports now`, () => {
    const picture = readFileSync(path.join(repository, file));
    const stale = `${file} is stale. Retake it with: npm run docs:picture`;
    assert.equal(sourceOf(picture), digestOf(pullRequestPage(change)), stale);
  });
}
