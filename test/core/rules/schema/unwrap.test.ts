import { describe, test } from "node:test";
import { checkFix, checkFixTitles } from "../../support/check-fix.ts";
import { mends, offers } from "../../support/rule-tests.ts";

const TITLE = 'Move what is in "config" to its place';

describe("unknown-key: keys in a section that the chart does not have", () => {
  mends(
    "with all comments",
    `# top
conf$0ig: # behind
  # of the controller
  controller: # its own
    replicas: 2

    # last
    volumes: []
  # of the webhook
  webhook:
    sidecar: true
  # at the end
image:
  tag: "1"
`,
    TITLE,
    `# top
# behind
# of the controller
controller: # its own
  replicas: 2

  # last
  volumes: []
# of the webhook
webhook:
  sidecar: true
# at the end
image:
  tag: "1"
`,
  );
  mends(
    "in a component",
    "controller:\n    conf$0ig:\n        # two\n        replicas: 2\n",
    TITLE,
    "controller:\n    # two\n    replicas: 2\n",
  );
  mends(
    "into a section that is there",
    "controller:\n  replicas: 2\nconf$0ig:\n  controller:\n    # none\n    volumes: []\n",
    TITLE,
    "controller:\n  replicas: 2\n  # none\n  volumes: []\n",
  );
  mends(
    "in brackets",
    "conf$0ig: {controller: {replicas: 2}}\nimage:\n  tag: x\n",
    TITLE,
    "image:\n  tag: x\ncontroller: {replicas: 2}\n",
  );
  mends(
    "a key that belongs to one component",
    "subscriptionServer:\n  port: 1\nconf$0ig:\n  # ours\n  ingressGatewayLabels:\n    app: x\n",
    TITLE,
    "subscriptionServer:\n  port: 1\n  # ours\n  ingressGatewayLabels:\n    app: x\n",
  );
  test("with the line breaks of the file", () =>
    checkFix("conf$0ig:\r\n  webhook:\r\n    replicas: 2\r\n", TITLE, "webhook:\r\n  replicas: 2\r\n"));
  offers("what is most likely right", "image:\n  tag: x\nconf$0ig:\n  webhook:\n    replicas: 2\n", [
    `*${TITLE}`,
    'Remove "config"',
  ]);
  offers("a value that would be wrong there", "image:\n  tag: x\nconf$0ig:\n  webhook: true\n", [
    TITLE,
    'Remove "config"',
  ]);
  for (const [why, text] of [
    [
      "what is set already",
      "image:\n  tag: x\nconf$0ig:\n  controller:\n    replicas: 2\ncontroller:\n  replicas: 3\n",
    ],
    ["what could belong to several", "image:\n  tag: x\nconf$0ig:\n  replicas: 2\n"],
    ["what nobody knows", "image:\n  tag: x\nconf$0ig:\n  controller: {}\n  zzz: 1\n"],
  ] as const) {
    test(`does not move ${why}`, () => checkFixTitles(text, ['Remove "config"']));
  }
});
