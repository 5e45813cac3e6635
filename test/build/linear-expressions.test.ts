import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { createRequire, stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { suite, test } from "node:test";
import { fileURLToPath } from "node:url";
import { type AnyNode, parse } from "acorn";
import { spread } from "../support/effort.ts";

// Its other backends start programs.
process.env.RECHECK_SYNC_BACKEND = "pure";
const { checkSync } = createRequire(import.meta.url)("recheck") as typeof import("recheck");

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * How many expressions of a file the checker does not prove to be linear: those that are quadratic at most, and those with assertions, which it
 * does not know. None may be added, and one that is exponential is refused everywhere. What takes the checker too long stays undecided.
 */
const NOT_PROVEN: Readonly<Record<string, number>> = {
  "client/charts/chart-elsewhere.ts": 1,
  "client/charts/chart.ts": 1,
  "client/cluster/prerequisites/mesh.ts": 2,
  "client/cluster/prerequisites/prerequisite.ts": 1,
  "client/editor/editor.ts": 1,
  "client/helm/capabilities.ts": 1,
  "client/helm/duration.ts": 1,
  "client/helm/failures/cluster-rows.ts": 1,
  "client/helm/failures/object-errors.ts": 1,
  "client/helm/failures/release-rows.ts": 3,
  "client/install/rehearsal/planned-requests.ts": 1,
  "client/kubectl/calls.ts": 1,
  "client/kubectl/components.ts": 1,
  "client/manager/release-location.ts": 2,
  "client/manifests/yaml.ts": 1,
  "client/operation/failure-text.ts": 1,
  "client/texts/file-name.ts": 1,
  "client/texts/markdown.ts": 1,
  "server/cli/commands/explain.ts": 2,
  "server/cli/key-example.ts": 1,
  "server/cli/targets.ts": 1,
  "server/core/chart/comments/comment-words.ts": 2,
  "server/core/chart/templates/template-text.ts": 1,
  "server/core/features/keys.ts": 1,
  "server/core/features/set-values.ts": 1,
  "server/core/ownership/glob.ts": 2,
  "server/core/rules/ambiguous-scalar/rule.ts": 2,
  "server/core/rules/engine/silenced.ts": 1,
  "server/core/rules/engine/templates.ts": 1,
  "server/core/rules/invalid-host/rule.ts": 1,
  "server/core/schema/markdown.ts": 1,
  "server/core/schema/types/dns-name.ts": 1,
  "server/core/schema/types/duration.ts": 1,
  "server/core/schema/types/image-reference.ts": 1,
  "server/core/schema/types/placeholders.ts": 2,
  "server/core/schema/types/quantity.ts": 1,
  "server/core/semantics/origin-text.ts": 1,
  "server/core/semantics/place-edit.ts": 1,
  "server/core/semantics/semantics.ts": 1,
  "server/core/values/helm-refusal.ts": 1,
  "server/core/values/helm-syntax.ts": 3,
  "server/core/values/helm-verdict.ts": 5,
  "server/core/values/release-stack.ts": 1,
  "server/core/yaml/cursor/cursor.ts": 2,
  "server/core/yaml/cursor/flow-place.ts": 2,
  "server/core/yaml/edits/edits.ts": 1,
  "server/core/yaml/lines.ts": 1,
  "server/core/yaml/modeline.ts": 4,
  "server/core/yaml/reader/base64.ts": 1,
  "server/core/yaml/reader/helm-marks.ts": 1,
  "server/core/yaml/reader/parse.ts": 2,
  "server/core/yaml/reader/patch.ts": 3,
  "server/core/yaml/reader/plain-document.ts": 1,
  "server/core/yaml/reader/split-block.ts": 1,
  "server/lsp/plain-text.ts": 2,
  "server/workspace/resource-definitions.ts": 1,
  "server/workspace/umbrella-charts.ts": 1,
};

/** Files that make expressions of texts of our own. */
const MADE: readonly string[] = [
  "client/editor/typing-rules.ts",
  "server/cli/runner-commands.ts",
  "server/core/schema/model.ts",
  "server/core/schema/resource/resource-knowledge.ts",
  "server/core/schema/types/image-reference.ts",
  "server/core/schema/types/quantity.ts",
  "server/workspace/chart-files.ts",
];

interface Expression {
  readonly file: string;
  readonly pattern: string;
  readonly flags: string;
}

const expressions: Expression[] = [];
const made = new Set<string>();

for (const found of globSync("{server,client}/**/*.ts", { cwd: root }).sort()) {
  const file = found.split(path.sep).join("/");
  const code = stripTypeScriptTypes(readFileSync(path.join(root, found), "utf8"));
  const waiting: unknown[] = [parse(code, { ecmaVersion: "latest", sourceType: "module" })];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = next as AnyNode;
    if (node.type === "Literal" && node.regex) expressions.push({ file, ...node.regex });
    const isCall = node.type === "NewExpression" || node.type === "CallExpression";
    if (isCall && node.callee.type === "Identifier" && node.callee.name === "RegExp") made.add(file);
    for (const below of Object.values(node))
      if (typeof below === "object" && below !== null) waiting.push(below);
  }
}

suite("regular expressions of the source take linear time", () => {
  test("those that are made while running are made of texts of our own", () => {
    assert.deepEqual([...made].sort(), MADE);
  });

  const repeating = expressions.filter(({ pattern }) => /[*+{]/.test(pattern));
  test(`${repeating.length} of ${expressions.length} repeat something, and are proven`, () => {
    assert.ok(repeating.length > 300);
    const unproven: Record<string, string[]> = {};
    for (const { file, pattern, flags } of spread(repeating)) {
      const degree = degreeOf(pattern, flags);
      assert.notEqual(degree, "exponential", `${file}: /${pattern}/${flags}`);
      if (degree !== "linear" && degree !== "undecided")
        unproven[file] = [...(unproven[file] ?? []), `/${pattern}/${flags}`];
    }
    const more = Object.entries(unproven).filter(([file, all]) => all.length > (NOT_PROVEN[file] ?? 0));
    assert.deepEqual(Object.fromEntries(more), {});
  });
});

/** What the checker proves, or why it does not. */
function degreeOf(pattern: string, flags: string): string {
  try {
    const found = checkSync(pattern, flags, { checker: "automaton", timeout: 1000 });
    if (found.status === "unknown") return found.error.kind === "timeout" ? "undecided" : found.error.kind;
    return found.status === "safe" ? "linear" : found.complexity.type;
  } catch (error) {
    assert.ok(error instanceof RangeError, String(error));
    return "too large";
  }
}
