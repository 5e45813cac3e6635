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
      files: { "broken-values.yaml": BROKEN },
      settings: { "editor.formatOnSave": true },
    });
  });
  after(() => desk?.leave());
  afterEach((test) => desk.tidyUp(test));

  it("is not told at each save, and is told when asking", async () => {
    const { person } = desk;
    await person.opensFile("broken-values.yaml");
    await person.types("# a");
    await person.presses("Enter");
    await person.saves();
    await person.types("# b");
    await person.presses("Enter");
    await person.runsCommand("Format Document");
    const said = "broken-values.yaml was not formatted, because line 5 is not valid YAML.";
    await person.readsNotification(said);
    // A message of the save would be there by now.
    const told = (await person.wasTold()).filter((message) => message.includes("was not formatted"));
    assert.deepEqual(told, [said]);
    await person.runsCommand("Notifications: Clear All Notifications");
  });

  it("is told why nothing happened, and led to the line", async () => {
    const { person, onDisk } = desk;
    await person.opensFile("broken-values.yaml");
    await person.runsCommand("Format Document");
    await person.readsNotification(NOTICE);
    await person.keepsPicture("not-formatted");
    await person.pressesOn(NOTICE, "Go to Line 3");
    await person.readsPlace("Ln 3, Col 25");
    await person.isIn("broken-values.yaml");
    await person.presses("Home");
    await person.types("#");
    await person.saves();
    // A file that is in order again is formatted on save.
    const mended = BROKEN.replace("  this", "  #this").replace("domain:   a.b", "domain: a.b");
    assert.equal(await onDisk("broken-values.yaml"), mended);
  });
});
