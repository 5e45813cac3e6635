import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { differencesOf } from "../../../server/core/language-service.ts";
import type { ReleaseStack } from "../../../server/core/values/release-stack.ts";
import { engine } from "../support/engine.ts";
import { analyseIn, stackOf } from "../support/release.ts";

/** Keys that some versions declare, keys that the templates of all versions read undeclared, and one that no version has. */
const VALUES = `logLevel: 2
securityContext:
  runAsNonRoot: true
controller:
  certManager: gardener
  clientRateLimiting:
    qps: "20"
  podAnnotations:
    note: own
  nobody: 1
webhook:
  logLevel: 3
  sidecar: true
`;

/** The versions, and the keys that the later one ignores: by keys.tsv of the published charts, and by rendering. */
const UPGRADES: readonly [from: string, to: string, ignored: readonly string[]][] = [
  ["0.30.0", "0.31.0", ["webhook.sidecar"]],
  ["0.33.0", "0.34.0", []],
  ["0.34.0", "0.33.0", ["controller.certManager"]],
  ["0.25.0", "0.34.0", ["webhook.sidecar"]],
  ["0.20.0", "0.19.0", []],
];

suite("check, upgrade and diff agree about keys that the other version reads or ignores", () => {
  for (const [from, to, ignored] of UPGRADES) {
    test(`${from} to ${to}`, async () => {
      const releaseOf = (version: string) => ({
        files: { "a.yaml": VALUES },
        chart: { chart: "cap-operator", version },
      });
      const unknownIn = async (version: string) => {
        const found = await engine.diagnostics(analyseIn("a.yaml", releaseOf(version)));
        return found
          .filter(({ code }) => code === "unknown-key" || code === "misplaced-key")
          .map(({ range }) => VALUES.split("\n")[range.start.line]?.trim().split(":")[0]);
      };
      const stack: ReleaseStack = stackOf(releaseOf(from));
      const upgrade = await engine.upgradeValues(stack, { name: `cap-operator ${to}` });
      const told = upgrade?.notes.flatMap(({ topic, sentence }) =>
        topic === "ignored" ? (/sets "([^"]+)"/.exec(sentence)?.[1] ?? []) : [],
      );
      assert.deepEqual(told, ignored);
      const before = await unknownIn(from);
      assert.deepEqual(
        (await unknownIn(to)).filter((key) => !before.includes(key)),
        ignored.map((key) => key.split(".").at(-1)),
      );
      const data = [stack, stackOf(releaseOf(to))].map((side) => engine.effectiveData(side));
      const gone = differencesOf(data[0] ?? [], data[1] ?? []).flatMap(({ key, after }) =>
        after ? [] : [key],
      );
      for (const key of [
        "logLevel",
        "webhook.logLevel",
        "securityContext.runAsNonRoot",
        "webhook.securityContext.runAsNonRoot",
      ]) {
        assert.ok(!gone.includes(key), key);
      }
    });
  }
});
