import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { folderWith, run, WITH_UNKNOWN_KEY } from "../cli/run.ts";
import { repository } from "../support/repository.ts";

interface Pattern {
  readonly regexp: string;
  readonly file: number;
  readonly line: number;
  readonly column: number;
  readonly severity?: number;
  readonly code: number;
  readonly message: number;
}

interface Matcher {
  readonly severity?: string;
  readonly pattern: Pattern;
}

/** A problem that a matcher reads from a line. */
interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly severity: string;
  readonly code: string;
  readonly message: string;
}

const json = (file: string) => JSON.parse(readFileSync(path.join(repository, file), "utf8"));

/** GitHub's: the last one that matches a line says what it is (`OutputManager.cs` of the runner asks them in this order). */
const github: readonly Matcher[] = json(".github/problem-matchers/cap-operator.json").problemMatcher.map(
  ({ severity, pattern: [pattern] }: { severity?: string; pattern: [Pattern] }) => ({ severity, pattern }),
);
const [vscode]: readonly Matcher[] = json("package.json").contributes.problemMatchers;

function problemsIn(text: string, matchers: readonly Matcher[]): Problem[] {
  return text.split("\n").flatMap((line) => {
    for (const { severity: fallback = "error", pattern } of matchers) {
      const match = new RegExp(pattern.regexp).exec(line);
      if (match === null) continue;
      const group = (index: number) => match[index] ?? "";
      return [
        {
          file: group(pattern.file),
          line: Number(group(pattern.line)),
          column: Number(group(pattern.column)),
          severity: pattern.severity === undefined ? fallback : group(pattern.severity),
          code: group(pattern.code),
          message: group(pattern.message),
        },
      ];
    }
    return [];
  });
}

const TRICKY = `controller:
  # a.yaml:1:2 error some-code A line that looks like a finding
  dnsTarget: a.example.org
  "b.yaml:3:4 warning other-code": 1
  replicas: 1
  replicas: 2
subscriptionServer:
  certificateConfig:
    certController: {}
`;

const folder = folderWith({
  "plain/values.yaml": WITH_UNKNOWN_KEY,
  "with spaces in it/my  values.yaml": `# cap-operator: values\n${WITH_UNKNOWN_KEY}`,
  ...(process.platform === "win32" ? {} : { "colon:7/values.yaml": WITH_UNKNOWN_KEY }),
  "tricky/values.yaml": TRICKY,
  ".cap-operator.yaml": `releases:\n  - name: prod\n    values: [plain/values.yaml, gone.yaml]\n`,
});

/** The same findings in a format that needs no reading. */
async function expected(args: readonly string[]): Promise<Problem[]> {
  const { out } = await run(folder, ["check", ...args, "-r", "json"]);
  return JSON.parse(out).files.flatMap(
    (file: {
      path: string;
      findings?: {
        code?: string;
        severity: string;
        message: string;
        range: { start: { line: number; column: number } };
      }[];
    }) =>
      (file.findings ?? []).map(({ code = "", severity, message, range: { start } }) => ({
        file: file.path,
        line: start.line,
        column: start.column,
        severity,
        code,
        message,
      })),
  );
}

for (const args of [[], ["--min-severity", "hint"], ["--release", "prod"]]) {
  test(`every finding of check ${args.join(" ")} is matched, once, with all its parts`, async () => {
    const { out } = await run(folder, ["check", ...args]);
    const wanted = await expected(args);
    assert.ok(wanted.length > 0);
    assert.ok(out.split("\n").length > wanted.length * 3, "There are frames in it.");
    assert.ok(vscode);
    assert.deepEqual(problemsIn(out, [vscode]), wanted);
    const loudness = (severity: string) => (/^(error|warning)$/.test(severity) ? severity : "notice");
    assert.deepEqual(
      problemsIn(out, github),
      wanted.map((problem) => ({ ...problem, severity: loudness(problem.severity) })),
    );
  });
}

test("VS Code knows the words error and warning, and takes the others for information", () => {
  // `getSeverity` in vs/workbench/contrib/tasks/common/problemMatcher.ts: an unknown word gets the severity of the matcher.
  assert.equal(vscode?.severity, "info");
});

/** Each would take minutes if a pattern were not linear. */
test("lines of any length are read", () => {
  for (const part of ["a:", ":1", "a:1:1 ", ":1:1 error a-", "1", " ", "a-a", ":1:1"]) {
    const line = `x${part.repeat(200_000)}`;
    for (const { pattern } of [...github, ...(vscode ? [vscode] : [])]) new RegExp(pattern.regexp).exec(line);
  }
});
