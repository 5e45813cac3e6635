import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fixesAt } from "../support/check-fix.ts";

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

  test("offers its fixes only where it is", async () => {
    assert.deepEqual(await fixesAt(`${INSTALLABLE}webhook:\n  zzz: 1\n  $0sidecar: true\n`), []);
  });
});
