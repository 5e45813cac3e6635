import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { type Desk, sitDown } from "./desk.ts";

const BROKEN = "subscriptionServer:\n  domain:   a.b\n  this line has no colon\n  dnsTarget: c.d\n";
const NOTICE = "broken-values.yaml was not formatted, because line 3 is not valid YAML.";

describe("a person who formats a broken file", () => {
  let desk: Desk;
  before(async () => {
    desk = await sitDown({
      ready: true,
      files: { "broken-values.yaml": BROKEN, ".vscode/settings.json": "{}" },
    });
  });
  after(() => desk?.leave());
  afterEach((test) => desk.tidyUp(test));

  it("is told why nothing happened, and led to the line", async () => {
    const { person, onDisk } = desk;
    await person.opensFile("broken-values.yaml");
    await person.runsCommand("Format Document");
    await person.readsNotification(NOTICE);
    await person.keepsPicture("not-formatted");
    await person.pressesOn(NOTICE, "Go to Line 3");
    await person.isIn("broken-values.yaml");
    await person.presses("Home");
    await person.types("#");
    await person.saves();
    assert.equal(await onDisk("broken-values.yaml"), BROKEN.replace("  this", "  #this"));
    await person.runsCommand("Format Document");
    await person.saves();
    assert.match(await onDisk("broken-values.yaml"), /^ {2}domain: a\.b$/m);
  });
});
