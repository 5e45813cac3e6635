import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { createRequire, stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { suite, test } from "node:test";
import { fileURLToPath } from "node:url";
import { type AnyNode, parse } from "acorn";
import { attacksOn } from "../support/attacks.ts";
import { spread } from "../support/effort.ts";

// Its other backends start programs.
process.env.RECHECK_SYNC_BACKEND = "pure";
const { checkSync } = createRequire(import.meta.url)("recheck") as typeof import("recheck");

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Files whose expressions may take longer than linear time, because their texts are cut before: at so many characters, by this code. */
const CUT: Readonly<Record<string, { readonly at: number; readonly by: string; readonly in: string }>> = {
  "client/charts/remote-chart-choices.ts": {
    at: 200,
    by: "chart.slice(0, 200)",
    in: "client/charts/remote-chart-choices.ts",
  },
  "client/helm/failures/cluster-rows.ts": {
    at: 20_000,
    by: "LONGEST_ERROR = 20_000",
    in: "client/helm/failure.ts",
  },
  "client/helm/failures/release-rows.ts": {
    at: 20_000,
    by: "LONGEST_ERROR = 20_000",
    in: "client/helm/failure.ts",
  },
  "client/helm/network-trouble.ts": {
    at: 20_000,
    by: "LONGEST_ERROR = 20_000",
    in: "client/helm/failure.ts",
  },
  "server/core/ownership/glob.ts": {
    at: 1000,
    by: "LONGEST_GLOB = 1000",
    in: "server/core/ownership/glob.ts",
  },
};

/** The length of the texts that attack the others. A quadratic expression takes minutes for each. */
const LONG = 200_000;

/** Files that make expressions of fixed texts. */
const MADE: readonly string[] = [
  "client/editor/typing/typing-rules.ts",
  "server/cli/output/runner-commands.ts",
  "server/core/rules/topics/value-fits.ts",
  "server/core/schema/model.ts",
  "server/core/schema/resource/resource-knowledge.ts",
  "server/core/schema/types/image-reference.ts",
  "server/core/schema/types/quantity.ts",
  "server/workspace/charts/chart-files.ts",
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
  test(`each of the ${repeating.length} that repeat something is proven to be linear, or ends on long texts that attack it`, (context) => {
    assert.ok(repeating.length > 300);
    const asked = spread(repeating);
    const unproven = asked.filter(({ pattern, flags }) => degreeOf(pattern, flags) !== "linear");
    for (const { file, pattern, flags } of unproven) {
      const expression = new RegExp(pattern, flags);
      for (const attack of attacksOn(pattern, flags, CUT[file]?.at ?? LONG)) {
        expression.lastIndex = 0;
        expression.exec(attack);
      }
    }
    context.diagnostic(
      `${asked.length - unproven.length} of ${asked.length} are proven, the others were attacked`,
    );
  });

  test("the texts of those that take longer are cut", () => {
    for (const { by: code, in: file } of Object.values(CUT))
      assert.ok(readFileSync(path.join(root, file), "utf8").includes(code), `${file}: ${code}`);
  });
});

/** The degree that the checker proves; an exponential one is refused. Assertions are unknown to it, and long searches stay undecided. */
function degreeOf(pattern: string, flags: string): string {
  try {
    const found = checkSync(pattern, flags, { checker: "automaton", timeout: 300 });
    if (found.status === "unknown") return found.error.kind;
    if (found.status === "safe") return "linear";
    assert.notEqual(found.complexity.type, "exponential", `/${pattern}/${flags}`);
    return found.complexity.type;
  } catch (error) {
    assert.ok(error instanceof RangeError, String(error));
    return "too large";
  }
}
