import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { type Desk, sitDown } from "./desk.ts";

describe("a person who wants to know more", () => {
  let desk: Desk;
  before(async () => {
    desk = await sitDown({ ready: true });
  });
  after(() => desk?.leave());
  afterEach((test) => desk.tidyUp(test));

  it("reads the page about a key at that key, from its hover", async () => {
    const { person } = desk;
    await person.opensFile("values.yaml");
    await person.followsLinkOfHover("memory", "500Mi", "Documentation");
    assert.match(
      await person.readsPlaceOnPage("controller.resources.limits.memory"),
      /A container that needs more is killed/,
    );
    await person.keepsPicture("documentation-of-key");
  });

  it("reads the page about a rule, from the list of problems", async () => {
    const { person } = desk;
    await person.opensFile("mistakes-values.yaml");
    await person.seesProblem("out-of-range");
    await person.filtersProblems("misplaced-key");
    // The list is narrowed down a little later, and its rows move.
    await person.seesNoProblem("out-of-range");
    await person.followsCodeOfProblem("misplaced-key");
    await person.readsHeading("misplaced-key");
    await person.readsPage("The chart has this key, but in another place.");
    await person.keepsPicture("documentation-of-rule");
    await person.filtersProblems("out-of-range");
    await person.followsCodeOfProblem("out-of-range");
    await person.readsHeading("out-of-range");
    await person.filtersProblems("");
  });

  it("reads about a rule from the hover of a problem, and from the problem that F8 leads to", async () => {
    const { person } = desk;
    await person.opensFile("mistakes-values.yaml");
    await person.seesProblem("out-of-range");
    await person.returnsTo("mistakes-values.yaml");
    await person.followsLinkOfHover("replica", "unknown-key", "unknown-key");
    await person.readsHeading("unknown-key");
    await person.returnsTo("mistakes-values.yaml");
    await person.presses("Control+Home", "F8");
    const code = person.page.locator(".zone-widget a.code-link");
    const rule = await code.innerText();
    await code.click();
    await person.readsHeading(rule.trim());
  });

  it("opens the documentation from the palette, and goes from page to page", async () => {
    const { person } = desk;
    await person.runsCommand("CAP Operator: Open Documentation");
    await person.readsHeading("CAP Operator Tools documentation");
    await person.followsLinkOnPage("Rules");
    await person.readsHeading("Rules");
    await person.followsLinkOnPage("unknown-key");
    await person.readsHeading("unknown-key");
    await person.followsLinkOnPage("All rules");
    await person.readsHeading("Rules");
  });
});
