import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { type Desk, sitDown } from "./desk.ts";

const BROKEN = "values-german.yaml";
const FILES = {
  [BROKEN]: `subscriptionServer:
  domain: operator.cluster-a.internal
  dnsTarget: public-ingress.cluster-a.internal
controller:
  replicas: 1
  replicas: 2
`,
};

describe("a person whose editor is in German", () => {
  let desk: Desk;
  before(async () => {
    desk = await sitDown({ ready: false, files: FILES, language: "de" });
  });
  after(() => desk?.leave());
  afterEach((test) => desk.tidyUp(test));

  it("reads problems and their fixes in German", async () => {
    const { person } = desk;
    await person.opensFile(BROKEN);
    await person.seesProblem("„replicas“");
    await person.keepsPicture("german-problem");
  });

  it("reads in a hover what a key does", async () => {
    const { person } = desk;
    await person.opensFile("values.yaml");
    const text = await person.readsHoverOf("memory", "500Mi");
    assert.match(text, /Standardwert/);
    assert.doesNotMatch(text, /Default:/);
    await person.keepsPicture("german-hover");
  });

  it("finds commands by their German titles, and is asked in German", async () => {
    const { person } = desk;
    await person.opensFile("values.yaml");
    await person.runsCommand("Effektive Werte anzeigen");
    await person.seesText(person.effectiveValues(), "replicas");
    await person.keepsPicture("german-effective-values");
  });
});
