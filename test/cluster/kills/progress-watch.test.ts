import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Moment } from "./cases.ts";
import { ProgressWatch } from "./progress-watch.ts";

const SECRETS = "/api/v1/namespaces/cop/secrets";
const OBJECT = "/api/v1/namespaces/cop/configmaps/one?fieldManager=helm";

/** What Helm asks for in an upgrade of one object that it undoes; the first requests are those of looking at it. */
const UPGRADE = [
  ["GET", `${SECRETS}?labelSelector=owner%3Dhelm`],
  ["GET", "/version"],
  ["POST", SECRETS],
  ["GET", OBJECT],
  ["PATCH", OBJECT],
  ["GET", "/apis/apps/v1/namespaces/cop/deployments?watch=true"],
  ["PUT", `${SECRETS}/sh.helm.release.v1.cop.v2`],
  ["POST", SECRETS],
  ["PATCH", OBJECT],
] as const;

/** Behind which request, counted from 0, it strikes, and in which phase. */
function struck(moment: Omit<Moment, "later">): string {
  let found = "never";
  let step = 0;
  const watch = new ProgressWatch(
    { ...moment, later: 0 },
    1,
    () => step > 0,
    () => {
      found = `${step} ${watch.struckIn}`;
    },
  );
  for (const [method, path] of UPGRADE) {
    watch.asked({ method, path, isHelm: true });
    watch.answered({ method, path, isHelm: true });
    step += 1;
  }
  watch.printed();
  return found;
}

describe("how far a change is", () => {
  for (const [phase, nth, at, expected] of [
    ["preparing", 1, "request", "0 preparing"],
    ["starting", 1, "request", "1 starting"],
    ["starting", 2, "request", "2 starting"],
    ["recorded", 1, "answer", "2 recorded"],
    ["recorded", 1, "request", "3 recorded"],
    ["applying", 1, "request", "4 applying"],
    ["waiting", 1, "answer", "4 waiting"],
    ["waiting", 1, "request", "5 waiting"],
    ["finishing", 1, "answer", "6 finishing"],
    ["undoing", 1, "request", "7 undoing"],
    ["printing", 1, "answer", "9 printing"],
    ["applying", 5, "request", "4 waiting"],
  ] as const) {
    it(`is seen by what Helm asks: ${phase}, ${at} ${nth}`, () => {
      assert.equal(struck({ phase, nth, at }), expected);
    });
  }

  it("is nothing that kubectl says", () => {
    let isStruck = false;
    const moment: Moment = { phase: "preparing", nth: 1, at: "request", later: 0 };
    const watch = new ProgressWatch(
      moment,
      1,
      () => true,
      () => {
        isStruck = true;
      },
    );
    watch.asked({ method: "GET", path: "/api/v1/namespaces", isHelm: false });
    assert.equal(isStruck, false);
  });
});
