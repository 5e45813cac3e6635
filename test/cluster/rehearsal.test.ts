// A share of the cases of docs/project/rehearsal.md: what is predicted for an installation, and what Helm then does.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Cluster, haveCluster } from "./cluster.ts";
import { type NodePlayer, playNode } from "./node-player.ts";
import { type Played, play, type RehearsalCase, refusals } from "./rehearsal/case.ts";
import { FAILING } from "./rehearsal/failing.ts";
import { fateOf } from "./rehearsal/fate.ts";
import { GOOD } from "./rehearsal/good.ts";
import { judged } from "./rehearsal/table.ts";

/** One of each kind, with the Helm that has more to say of it. */
const FORETOLD: readonly (readonly [about: string, name: string, major: 3 | 4])[] = [
  ["quota", "room for one ConfigMap, two are new", 3],
  ["limit ranges", "a volume claim over the limit", 4],
  ["immutable fields", "the selector of a Deployment", 3],
  ["admission policies", "a pre-install hook", 4],
  ["admission webhooks", "one that refuses changes", 3],
  ["admission webhooks", "one that cannot be reached", 4],
  ["unknown fields", "deep in an affinity", 4],
  ["wrong types", "an environment variable that becomes a number", 3],
  ["invalid values", "a label with a blank", 4],
  ["apply conflicts", "somebody set another image", 4],
  ["missing permissions", "may not delete hooks", 3],
  ["missing permissions", "may update, and not patch", 3],
  ["namespaces", "an upgrade in one that is being deleted", 4],
  ["new namespaces", "a port that is too high", 4],
  ["port clashes", "two Services that want one address", 3],
];

const ACCEPTED: typeof FORETOLD = [
  ["unknown fields", "deep in an affinity", 3],
  ["apply conflicts", "somebody set another image", 3],
  ["objects of all kinds", "all of them once more", 4],
  ["custom resources and CRDs", "a CRD, and an object of it", 3],
  ["hooks", "a Job that ran when it was installed, with another image", 4],
  ["changes", "a volume of another type", 3],
  ["changes", "a release of Helm 3", 4],
  ["manual changes", "added a container's variable", 3],
  ["guarded namespaces", "a full quota, and nothing new", 3],
  ["people with few permissions", "a role and its binding, of what it may itself", 4],
];

describe("a rehearsal", { concurrency: 3 }, () => {
  let cluster: Cluster;
  let node: NodePlayer;
  let number = 0;
  before(async () => {
    cluster = await haveCluster();
    node = playNode(cluster.api("admin@test"), fateOf);
  });
  after(async () => {
    await node.stop();
    await cluster.stop();
  });

  const played = (about: string, name: string, major: 3 | 4): Promise<Played> => {
    number += 1;
    return play(caseOf(about, name), cluster, major, number);
  };

  for (const [about, name, major] of FORETOLD) {
    it(`predicts that Helm ${major} fails (${about}: ${name})`, async () => {
      const result = await played(about, name, major);
      assert.ok(result.failed, "Helm was to fail.");
      assert.equal(judged(result), "predicted");
    });
  }

  for (const [about, name, major] of ACCEPTED) {
    it(`does not alarm falsely with Helm ${major} (${about}: ${name})`, async () => {
      const result = await played(about, name, major);
      assert.equal(result.failed, undefined);
      assert.deepEqual(refusals(result), []);
      assert.deepEqual(result.merged.surprises, []);
    });
  }

  it("shows what somebody changed by hand, and nothing else", async () => {
    const result = await played("manual changes", "scaled what stays", 3);
    assert.deepEqual(
      result.rehearsal?.drift.map(({ name }) => name),
      ["Deployment/web"],
    );
    const same = await played("objects of all kinds", "all of them once more", 3);
    assert.deepEqual(same.rehearsal?.drift, []);
  });
});

function caseOf(about: string, name: string): RehearsalCase {
  const found = [...FAILING, ...GOOD].find((one) => one.about === about && one.name === name);
  assert.ok(found, `There is no case "${about}: ${name}".`);
  return found;
}
