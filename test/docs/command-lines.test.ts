// Every command line of the program that a page shows does what a page may show: it runs, or where that needs something else, the program knows its options.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { readProjectSettings } from "../../server/workspace/settings/project.ts";
import { CLEAN, folderWith, run } from "../cli/run.ts";
import { diagnosticsOf } from "../core/support/diagnostics-of.ts";
import { commandLines, refusal } from "../support/command-lines.ts";
import { repository } from "../support/repository.ts";

const read = (file: string) => readFileSync(path.join(repository, file), "utf8").replaceAll("\r\n", "\n");
const pages = ["README.md", "{docs,server/cli,.github}/**/*.md"]
  .flatMap((pattern) => globSync(pattern, { cwd: repository }))
  .map((file) => file.replaceAll(path.sep, "/"))
  .filter((file) => !file.startsWith("docs/project/"));

/** The code of a page that may be command lines: the lines of code blocks, and code in sentences and tables. */
function codeIn(text: string): string[] {
  const blocks = [...text.matchAll(/^ *```(?:sh|yaml|json)?\n(.*?)^ *```$|^((?: {4}[^\n]*\n)+)/gms)];
  const inline = text.replaceAll(/^ *```.*?^ *```$/gms, "").matchAll(/`((?:cap-operator|npx|npm) [^`]+)`/g);
  return [
    ...blocks.flatMap(([, fenced = "", other = ""]) => fenced + other),
    ...[...inline].flatMap(([, code = ""]) => code),
  ];
}

const shown = pages.flatMap((file) =>
  codeIn(read(file))
    .flatMap(commandLines)
    .map((words) => words.filter((word) => !/^[\],}]+$/.test(word)))
    .filter((words) => !words.some((word) => /^[[<]|^(?:does|with|as)$/.test(word)))
    .map((words) => ({ file, words })),
);
const lines = [...new Map(shown.map((line) => [line.words.join(" "), line])).values()];

/** These do not end, need Helm or Git, or are about a file that the page does not show; only their options are checked. */
const NOT_RUN =
  /^(?:mcp|lsp|render|schema|upgrade|diff|values)\b|--render|--watch|--no-files|--stdin|reports\//;

test("the pages are read: there are command lines in the README of the program, in guides and in the reference", () => {
  assert.ok(lines.length >= 20, `${lines.length}`);
  for (const file of ["server/cli/README.md", "docs/guides/ci.md", "docs/reference/cli.md", "README.md"])
    assert.ok(
      shown.some((line) => line.file === file),
      file,
    );
});

for (const { file, words } of lines) {
  test(`${file}: cap-operator ${words.join(" ")}`, async () => {
    if (words.some((word) => /^(?:--help|-h)$/.test(word))) return;
    if (NOT_RUN.test(words.join(" "))) return assert.equal(await refusal(words), undefined);
    const settings =
      "releases:\n  - {name: prod, values: [values.yaml]}\n  - {name: cop-production, values: [values.yaml]}\n";
    const folder = folderWith({
      "values.yaml": CLEAN,
      ...(words[0] !== "init" && { ".cap-operator.yaml": settings }),
    });
    const { code, err } = await run(folder, words);
    assert.ok(code === 0 || code === 1, err);
  });
}

test("the report on the page about pipelines is what the program prints", async () => {
  const [, shown = ""] = /^```text\n(.*?)^```$/ms.exec(read("docs/guides/ci.md")) ?? [];
  const values = `# cap-operator: values version=0.34.0
subscriptionServer:
  domain: cop.eu10.corp.internal
  dnsTarget: public-ingress.eu10.corp.internal

controller:
  replicaz: 3
  versionMonitoring:
    metricsEvaluationInterval: 2 hours
`;
  const folder = folderWith({ "values-production.yaml": values });
  const { out } = await run(folder, ["check", "values-production.yaml"]);
  assert.equal(out.replaceAll(/ +$/gm, ""), shown);
});

test("the settings and the rules that the reference shows as YAML are valid", async () => {
  const [settings = ""] = codeIn(read("docs/reference/cli.md")).filter((text) =>
    text.startsWith("releases:"),
  );
  assert.deepEqual(readProjectSettings(settings).problems, []);
  const [silenced = ""] = codeIn(read("docs/reference/rules.md")).filter((text) =>
    /^# cap-operator-disable/.test(text),
  );
  const codes = (await diagnosticsOf(silenced)).map(({ code }) => code);
  assert.ok(!codes.includes("unknown-key") && !codes.includes("null-removes-default"), codes.join());
});
