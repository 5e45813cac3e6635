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

for (const [what, text, place, right] of [
  [
    "one known key below it",
    "subscriptionserver:\n  domain: cop.cluster-a.landscape.internal\n",
    "1:1",
    "subscriptionServer",
  ],
  [
    "a letter missing, and one key of its own below it",
    "subscriptonServer:\n  domain: cop.cluster-a.landscape.internal\n",
    "1:1",
    "subscriptionServer",
  ],
  [
    "a key in a component",
    "controller:\n  replicas: 2\n  dnstarget: lb.cluster-a.landscape.internal\n",
    "3:3",
    "dnsTarget",
  ],
  [
    "two letters the other way round",
    "webhook:\n  certificateManger: CertManager\n  replicas: 1\n",
    "2:3",
    "certificateManager",
  ],
  [
    "a mapping in a component",
    "image:\n  tag: v1\ncontroller:\n  versionMonitorng:\n    promClientAcquireRetryDelay: 2h\n",
    "4:3",
    "versionMonitoring",
  ],
] as const) {
  test(`${what} is evidence as well`, async () => {
    const { out } = await run(folderWith({ "values.yaml": text }), ["check"]);
    assert.match(
      out,
      new RegExp(`^values\\.yaml:${place} warning unknown-key .*Did you mean "${right}"\\?$`, "m"),
    );
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
  assert.deepEqual([code, out], [0, "No files were checked. Not checked: 4 unrelated files.\n"]);
});
