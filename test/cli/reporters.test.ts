import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { validateXML } from "xmllint-wasm";
import { SarifReporter } from "../../server/cli/reporters/sarif.ts";
import { repository } from "../support/repository.ts";
import { project, report } from "./report-project.ts";
import { JUNIT_SCHEMA } from "./report-schemas.ts";
import { CLEAN, folderWith, run, WITH_UNKNOWN_KEY } from "./run.ts";

interface SarifResult {
  ruleId: string;
  ruleIndex: number;
  message: { text: string };
  locations: { physicalLocation: { artifactLocation: { uri: string }; region: Record<string, number> } }[];
  relatedLocations?: unknown[];
  fixes?: { artifactChanges: { replacements: { insertedContent: { text: string } }[] }[] }[];
  partialFingerprints: Record<string, string>;
}

test("SARIF says where, what, and how to mend it", async () => {
  const [{ tool, results }] = JSON.parse(await report("sarif")).runs;
  const resultOf = (uri: string): SarifResult =>
    results.find((result: SarifResult) => result.locations[0]?.physicalLocation.artifactLocation.uri === uri);
  const typo = resultOf("typo/values.yaml");
  assert.equal(tool.driver.rules[typo.ruleIndex].id, "unknown-key");
  assert.deepEqual(typo.locations[0]?.physicalLocation.region, {
    startLine: 6,
    startColumn: 3,
    endLine: 6,
    endColumn: 11,
  });
  assert.equal(typo.fixes?.[0]?.artifactChanges[0]?.replacements[0]?.insertedContent.text, "replicas");
  assert.equal(resultOf("duplicate/values.yaml").relatedLocations?.length, 1);
  // Placeholders and links are escaped: sections 3.11.5 and 3.11.6 of the standard.
  assert.match(resultOf("hostile/values.yaml").message.text, /\{\{0\}\}\\\[b\\\]\(1\)/);
  const fingerprints = results.map((result: SarifResult) => result.partialFingerprints["capOperator/v1"]);
  assert.equal(new Set(fingerprints).size, results.length);
});

test("SARIF leads to the page about a rule if the project is public, and nowhere if it is not", () => {
  const addresses = (project?: string) => {
    let out = "";
    const reporter = new SarifReporter({
      write: (text) => {
        out += text;
      },
      isColoured: false,
      isQuiet: false,
      others: "",
      packageFolder: repository,
      version: "1.2.3",
      project,
      shown: (file) => file,
      hosted: (file) => file,
      fails: () => true,
    });
    reporter.end();
    const { rules }: { rules: { id: string; helpUri?: string }[] } = JSON.parse(out).runs[0].tool.driver;
    return new Map(rules.map(({ id, helpUri }) => [id, helpUri]));
  };
  const pages = addresses("https://code.example.org/group/project");
  assert.equal(
    pages.get("unknown-key"),
    "https://code.example.org/group/project/blob/v1.2.3/docs/reference/rules/unknown-key.md",
  );
  assert.equal(pages.get("release-or-file"), undefined);
  assert.deepEqual([...new Set(addresses().values())], [undefined]);
});

test("a fingerprint stays when lines are added above, and is another one for another line", async () => {
  const prints = async (text: string) => {
    const folder = folderWith({ "values.yaml": text });
    const { out } = await run(folder, ["check", "-r", "gitlab"]);
    return JSON.parse(out).map(({ fingerprint }: { fingerprint: string }) => fingerprint);
  };
  const before = await prints(WITH_UNKNOWN_KEY);
  assert.deepEqual(await prints(`# one\n# two\n${WITH_UNKNOWN_KEY}`), before);
  assert.notDeepEqual(await prints(WITH_UNKNOWN_KEY.replace("replicaz: 2", "replicaz: 3")), before);
});

test("JUnit: XML that libxml2 reads, whatever files are called and hold", async () => {
  const xml = await report("junit");
  const { valid, errors } = await validateXML({ xml, schema: JUNIT_SCHEMA });
  assert.ok(valid, JSON.stringify(errors.slice(0, 3)));
  assert.ok(!xml.includes("<script>"));
});

test("JUnit: what fails the run is a failure, the rest is output, and a clean file has passed", async () => {
  const { out } = await run(project, ["check", "clean", "typo", "--fail-on", "error", "-r", "junit"]);
  assert.match(out, /<testsuites name="cap-operator" tests="2" failures="0" errors="0">/);
  assert.match(out, /<testcase classname="clean\/values\.yaml" name="check"\/>/);
  assert.match(out, /<system-out>typo\/values\.yaml:6:3 warning Unknown key/);
  const strict = (await run(project, ["check", "typo", "-r", "junit"])).out;
  assert.match(strict, /<failure type="warning" message="Unknown key &quot;replicaz&quot;/);
});

test("GitHub: one command on each line, and nothing in it ends it or adds to it", async () => {
  const lines = (await report("github")).trimEnd().split("\n");
  const command =
    /^::(error|warning|notice) file=[^,:]+,line=\d+,endLine=\d+(,col=\d+,endColumn=\d+)?,title=[\w-]+::[^\r\n]+$/;
  for (const line of lines) assert.match(line, command);
  assert.ok(
    lines.includes(
      `::warning file=typo/values.yaml,line=6,endLine=6,col=3,endColumn=11,title=unknown-key::Unknown key "replicaz" in "controller". Helm ignores it. Did you mean "replicas"?`,
    ),
    lines.join("\n"),
  );
  assert.ok(lines.some((line) => line.includes("%250A")));
});

test("Markdown: a table of what was found, and of nothing if nothing was", async () => {
  const { out } = await run(project, ["check", "typo", "-r", "markdown"]);
  assert.equal(
    out,
    [
      "### CAP Operator",
      "",
      "Checked 1 file: 0 errors, 1 warning.",
      "",
      "| place | severity | rule | problem |",
      "|---|---|---|---|",
      '| typo\\/values\\.yaml\\:6\\:3 | warning | unknown\\-key | Unknown key \\"replicaz\\" in \\"controller\\"\\. Helm ignores it\\. Did you mean \\"replicas\\"\\? |',
      "",
    ].join("\n"),
  );
  const clean = await run(project, ["check", "clean", "-r", "markdown"]);
  assert.equal(clean.out, "### CAP Operator\n\nChecked 1 file: 0 errors, 0 warnings.\n");
});

test("GitLab: the fields that it demands, and no fingerprint twice", async () => {
  const issues = JSON.parse(await report("gitlab"));
  for (const issue of issues) {
    assert.deepEqual(Object.keys(issue).sort(), [
      "check_name",
      "description",
      "fingerprint",
      "location",
      "severity",
    ]);
    assert.ok(["info", "minor", "major", "critical", "blocker"].includes(issue.severity));
  }
  const prints = issues.map(({ fingerprint }: { fingerprint: string }) => fingerprint);
  assert.equal(new Set(prints).size, prints.length);
});

/** A severity of the settings, and what GitLab, SARIF (section 3.27.10) and GitHub have for it. */
const SEVERITIES = [
  ["error", "critical", "error", "error"],
  ["warning", "major", "warning", "warning"],
  ["information", "info", "note", "notice"],
  ["hint", "info", "note", "notice"],
] as const;

for (const [severity, gitlab, sarif, github] of SEVERITIES) {
  test(`the severity ${severity} is ${gitlab} in GitLab, ${sarif} in SARIF and ${github} in GitHub`, async () => {
    const settings = `diagnostics:\n  severity:\n    unknown-key: ${severity}\n`;
    const folder = folderWith({ ".cap-operator.yaml": settings, "values.yaml": WITH_UNKNOWN_KEY });
    const asked = ["--only=unknown-key", "--min-severity=hint", "-r", "gitlab=g.json", "-r", "sarif=s.json"];
    const { out } = await run(folder, ["check", ...asked, "-r", "github"]);
    const [issue] = JSON.parse(readFileSync(path.join(folder, "g.json"), "utf8"));
    const [{ results }] = JSON.parse(readFileSync(path.join(folder, "s.json"), "utf8")).runs;
    assert.deepEqual([issue.severity, results[0].level], [gitlab, sarif]);
    assert.ok(out.startsWith(`::${github} file=values.yaml`), out);
  });
}

test("JSON: everything that is known, by file", async () => {
  const { format, files, summary } = JSON.parse(await report("json"));
  assert.equal(format, 1);
  const typo = files.find(({ path: file }: { path: string }) => file === "typo/values.yaml");
  const [finding] = typo.findings;
  assert.equal(finding.code, "unknown-key");
  assert.deepEqual(finding.range, { start: { line: 6, column: 3 }, end: { line: 6, column: 11 } });
  assert.deepEqual(finding.fixes[0].edits, [{ range: finding.range, newText: "replicas" }]);
  assert.equal(summary.checked, 5);
});

test("several reporters in one run, each into its file; a folder for it is made", async () => {
  const folder = folderWith({ "values.yaml": WITH_UNKNOWN_KEY });
  const asked = ["check", "-r", "text", "-r", "sarif=out/a.sarif", "-r", "junit=out/b.xml"];
  const { code, out } = await run(folder, asked);
  assert.equal(code, 1);
  assert.match(out, /^values\.yaml:6:3 warning unknown-key/);
  assert.equal(JSON.parse(readFileSync(path.join(folder, "out/a.sarif"), "utf8")).version, "2.1.0");
  assert.ok(existsSync(path.join(folder, "out/b.xml")));
});

test("a report that cannot be written is a failure", async () => {
  const folder = folderWith({ "values.yaml": CLEAN, file: "" });
  const { code, err } = await run(folder, ["check", "-r", "json=file/a.json"]);
  assert.equal(code, 3);
  assert.match(err, /^The report could not be written: /);
});
