import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { analyse, engine } from "../support/engine.ts";
import { fixesAt } from "../support/fixes-at.ts";

/** Both values that an installation needs, so that only one thing is wrong in a text. */
const INSTALLABLE = "subscriptionServer: {domain: a.b, dnsTarget: c.b}\n";

describe("every finding", () => {
  test("has one preferred fix at most", async () => {
    const text = `${INSTALLABLE}webhook:\n  repl: 1\n  volumes: []\n  sidecar: "true"\n  certificateManager: certcontroller\n  service:\n  image: {tag: 1.10}\n`;
    for (let offset = 0; offset <= text.length; offset++) {
      const fixes = await fixesAt(`${text.slice(0, offset)}$0${text.slice(offset)}`);
      const preferred = fixes.filter(({ isPreferred }) => isPreferred);
      const findings = new Set(preferred.map(({ diagnostics }) => JSON.stringify(diagnostics)));
      assert.equal(findings.size, preferred.length, `at ${offset}`);
    }
  });
});

test("fixes are tried out only until the request is cancelled", async () => {
  const text = `${INSTALLABLE}webhook:\n  zzz: 1\n  yyy: 2\n`;
  const analysis = analyse(text);
  let asked = 0;
  const mayGoOn = () => Promise.resolve(asked++ < 1);
  assert.deepEqual(await engine.codeActions(analysis, analysis.range(0, text.length), [], mayGoOn), []);
  assert.equal(asked, 2);
});

test("of a text that is broken all over, only some fixes are tried out: each of them reads all of it again", async () => {
  const text = `controller:\n${"  a: [\n".repeat(1000)}`;
  const analysis = analyse(text);
  let asked = 0;
  const mayGoOn = () => {
    asked += 1;
    return Promise.resolve(true);
  };
  await engine.codeActions(analysis, analysis.range(0, text.length), [], mayGoOn);
  assert.ok(asked > 0 && asked <= 30, `${asked} fixes were tried out`);
});
