import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { KillCase, Moment } from "./kills/cases.ts";
import { runCase } from "./kills/run-case.ts";
import { openStage, type Stage } from "./kills/stage.ts";

const at = (phase: Moment["phase"], nth = 1): Moment => ({ phase, nth, at: "answer", later: 0 });

const UPGRADE = {
  way: "upgrade",
  wait: false,
  rollbackOnFailure: false,
  away: 1000,
  kubectl: true,
  refuses: true,
} as const;

/** One of each fault; `npm run kills` plays many more. */
const CASES: readonly KillCase[] = [
  { ...UPGRADE, number: 1, helm: 3, fault: "Helm killed", moment: at("recorded") },
  { ...UPGRADE, number: 2, helm: 4, fault: "Helm killed", way: "install", moment: at("applying", 4) },
  { ...UPGRADE, number: 3, helm: 4, fault: "Cancel", wait: true, moment: at("waiting") },
  { ...UPGRADE, number: 4, helm: 3, fault: "connection cut", moment: at("applying", 4) },
  { ...UPGRADE, number: 5, helm: 4, fault: "extension host killed", moment: at("applying", 2) },
  { ...UPGRADE, number: 6, helm: 3, fault: "API server stopped", wait: true, moment: at("waiting") },
  { ...UPGRADE, number: 7, helm: 4, fault: "API server killed", moment: at("applying", 4) },
  // Its rollback leaves over then what the failed revision brought.
  {
    ...{ ...UPGRADE, number: 8, helm: 3, fault: "Helm killed", rollbackOnFailure: true },
    moment: { ...at("undoing"), at: "request" },
  },
];

describe("an installation that is killed", () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.stop());

  for (const kill of CASES) {
    const { helm, way, fault, moment } = kill;
    it(`is told truthfully, and one action leads back: ${fault}, Helm ${helm}, ${way}, ${moment.phase}`, async () => {
      const { untruths, unasked, stuck, phase, seen } = await runCase(stage, kill);
      const found = { untruths, unasked, stuck, isHit: phase !== undefined };
      assert.deepEqual(found, { untruths: [], unasked: 0, stuck: [], isHit: true }, seen.join("\n"));
    });
  }
});
