import assert from "node:assert/strict";
import { test } from "node:test";
import { folderWith, run } from "./run.ts";

const BELOW =
  "  domain: cop.cluster-a.landscape.internal\n  dnsTarget: public-ingress.cluster-a.landscape.internal\n";

for (const key of [
  "subscriptionserver",
  "subscriptonServer",
  "subscriptionnServer",
  "SubscriptionServer",
  "subscritpionServer",
]) {
  test(`${key} is reported, with what is meant`, async () => {
    const folder = folderWith({ "values.yaml": `${key}:\n${BELOW}controller:\n  Resources: {}\n` });
    const { code, out } = await run(folder, ["check"]);
    assert.match(
      out,
      new RegExp(
        `^values\\.yaml:1:1 warning unknown-key .*"${key}".* Did you mean "subscriptionServer"\\?$`,
        "m",
      ),
    );
    assert.equal(code, 1);
  });
}

test("what is merely similar, or has none of the keys below it, is somebody else's", async () => {
  const folder = folderWith({
    "a-values.yaml": `subscriptionServices:\n${BELOW}`,
    "b-values.yaml": "subscriptionServers:\n  host: a\n  port: 1\n",
    "c-values.yaml": "subscriptionServers: [a]\n",
    "other.yaml": `subscriptionserver:\n${BELOW}`,
  });
  const { code, out } = await run(folder, ["check"]);
  assert.deepEqual([code, out], [0, "No files were checked. Not checked: 4 files of other tools.\n"]);
});
