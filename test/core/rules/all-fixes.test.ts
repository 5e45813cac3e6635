import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { DocumentKind } from "../../../server/core/wire/documents.ts";
import { workOf } from "../../support/count-work.ts";
import { effort } from "../../support/effort.ts";
import { damagedFiles, SPOILERS } from "../support/damaged-files.ts";
import { analyse, engine } from "../support/engine.ts";

const HOSTS = "subscriptionServer:\n  domain: op.cluster-a.internal\n  dnsTarget: in.cluster-a.internal\n";

/** Labels that Helm does not read as texts; each has a fix. */
const labels = (count: number) =>
  `${HOSTS}podLabels:\n${[...Array(count).keys()].map((index) => `  example.org/l${index}: ${["yes", "12", "on"][index % 3]}\n`).join("")}`;

/** Keys that no chart has; each has a fix that removes it. */
const unknownKeys = (count: number) =>
  `${HOSTS}controller:\n${[...Array(count).keys()].map((index) => `  zz${index}: 1\n`).join("")}`;

describe("all fixes of a text", () => {
  for (const count of [10, 100, 800]) {
    test(`are found for ${count} of ${count} labels and keys, and nothing is left to try`, async () => {
      for (const text of [labels(count), unknownKeys(count)]) {
        const { fixes, left } = await engine.fixesFound(analyse(text));
        assert.deepEqual([new Set(fixes.map(({ range }) => range.start.line)).size, left], [count, 0]);
      }
    });
  }

  test("cost as much as there are problems, and at most one and a half times what fixing all costs", async () => {
    const found = (text: string) => workOf(() => engine.fixesFound(analyse(text)));
    const fixed = (text: string) => workOf(() => engine.fixAll(analyse(text), "likely"));
    for (const problems of [labels, unknownKeys]) {
      await found(problems(5));
      await fixed(problems(5));
      const [short, long] = [await found(problems(200)), await found(problems(800))];
      assert.ok(
        long / short < 4 * 1.3,
        `4 times the problems took ${(long / short).toFixed(1)} times the work`,
      );
      const ratio = long / (await fixed(problems(800)));
      assert.ok(ratio <= 1.5, `${problems.name}: ${ratio.toFixed(2)} times the work of fixing all`);
    }
  });

  test("are less than all only where what does not hold together is too much to try alone, and that is said", async () => {
    const replicas = [...Array(400).keys()].map((index) => `  replica${index % 50}: 1\n`).join("");
    const { fixes, left } = await engine.fixesFound(analyse(`${HOSTS}controller:\n${replicas}`));
    assert.ok(left > 0 && fixes.length > 0, `${left} are left, ${fixes.length} are found`);
  });
});

/** Items of lists, right and wrong ones. */
const itemsOf = (items: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...items),
      fc.nat(4),
      fc.constantFrom(...SPOILERS.slice(0, 7)),
      fc.boolean(),
      fc.nat(),
    )
    .map(([item, place, spoil, isWrong, id]) => {
      const lines = item.replace("<id>", String(id)).split("\n");
      const line = place % lines.length;
      if (isWrong) lines[line] = spoil(lines[line] ?? "");
      return `    - ${lines.join("\n").replaceAll("\n", "\n      ")}\n`;
    });

const VOLUMES = itemsOf([
  "name: n<id>\nemptyDir:\n  sizeLimit: 1Gi",
  "name: n<id>\nconfigMap:\n  name: x\n  optional: true",
  "name: n<id>\nsecret:\n  secretName: y\n  defaultMode: 420",
  "name: n<id>\nhostPath:\n  path: /a\n  type: Directory",
]);
const TOLERATIONS = itemsOf([
  "key: a\noperator: Exists\neffect: NoSchedule",
  "key: b\noperator: Equal\nvalue: c",
  "key: k\noperator: Exists\neffect: NoExecute\ntolerationSeconds: 5",
]);
const LABELS = fc
  .tuple(fc.nat(), fc.constantFrom("yes", "a", "12", "x y", '""', "[a]", "{a: b}", ""))
  .map(([id, value]) => `  l${id}: ${value}\n`);

interface Asked {
  readonly text: string;
  /** The text after it in a long file. */
  readonly comments: string;
  readonly kind: DocumentKind;
}

/** Texts with more problems than fixes are tried alone for one request. */
const crowded = fc
  .tuple(
    ...[VOLUMES, TOLERATIONS, LABELS].map((items) =>
      fc.array(items, { minLength: 20, maxLength: 40 }).map((some) => some.join("")),
    ),
  )
  .map(
    ([volumes, tolerations, some]): Asked => ({
      text: `${HOSTS}controller:\n  volumes:\n${volumes}  tolerations:\n${tolerations}podLabels:\n${some}`,
      comments: "",
      kind: "values",
    }),
  );

/** Texts that are so long, with their comments, that few fixes are tried alone. */
const long = damagedFiles.map(
  ({ text, kind }): Asked => ({
    text: text.replace(/\n?$/, "\n"),
    comments: `# ${"x".repeat(70)}\n`.repeat(1000),
    kind,
  }),
);

/** The fixes that an editor offers at each problem, for which they are tried alone. */
async function offeredIn(text: string, kind: DocumentKind): Promise<string[]> {
  const analysis = analyse(text, kind);
  const offered: string[] = [];
  for (const diagnostic of await engine.diagnostics(analysis)) {
    for (const { title, diagnostics, isPreferred, edit, disabled } of await engine.codeActions(
      analysis,
      diagnostic.range,
      [diagnostic],
    )) {
      const isFix = diagnostics?.includes(diagnostic) && !title.startsWith("Ignore this rule") && !disabled;
      const edits = edit?.changes?.[analysis.text.uri];
      if (isFix)
        offered.push(JSON.stringify([diagnostic.code, diagnostic.range, title, isPreferred === true, edits]));
    }
  }
  return offered;
}

for (const [what, texts, usual] of [
  ["long", long, 150],
  ["with many problems", crowded, 60],
] as const) {
  test(`the fixes of a text ${what} are those that hold alone`, async () => {
    await fc.assert(
      fc.asyncProperty(texts, async ({ text, comments, kind }) => {
        const { fixes, left } = await engine.fixesFound(analyse(text + comments, kind));
        const found = fixes.map((fix) =>
          JSON.stringify([fix.code, fix.range, fix.title, fix.isPreferred, fix.edits]),
        );
        const offered = new Set(await offeredIn(text, kind));
        assert.deepEqual(
          found.filter((fix) => !offered.has(fix)),
          [],
        );
        if (left === 0) assert.equal(new Set(found).size, offered.size);
      }),
      effort(usual),
    );
  });
}
