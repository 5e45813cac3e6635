import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { withoutTranslations } from "../../l10n/pseudo-language.ts";
import { type Desk, PSEUDO_LANGUAGE, sitDown } from "./desk.ts";

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
    await person.picks("cop-test");
    await person.seesOrigin(person.effectiveValues(), "tag:", "Standardwert");
    await person.keepsPicture("german-effective-values");
  });
});

describe("a person whose editor is in a language that only tests speak", () => {
  let desk: Desk;
  before(async () => {
    desk = await sitDown({ ready: false, files: FILES, language: PSEUDO_LANGUAGE });
  });
  after(() => desk?.leave());
  afterEach((test) => desk.tidyUp(test));

  it("meets no text of ours that is not translated, in problems, hovers, lenses, completions and choices", async () => {
    const { person } = desk;
    await person.opensFile(BROKEN);
    assertTranslated(
      await person.seesProblem("replicas"),
      /replicas|duplicate-key|CAP Operator|cap-operator|\[Ln \d+, Col \d+\]/g,
    );
    await person.opensFile("values.yaml");
    const hover = await person.readsHoverOf("memory", "500Mi");
    assertTranslated(hover, /controller\.resources\.limits\.memory|\b\d+[MG]i\b|\bMi\b|\bGi\b/g);
    for (const lens of await person.readsLenses(person.editor("values.yaml"))) assertTranslated(lens);
    await person.keepsPicture("pseudo-language");
    await person.presses("F1");
    await person.types("CAP Operator:");
    const { rows } = await person.readsChoices("CAP Operator");
    for (const [label = ""] of rows) assertTranslated(label, /^CAP Operator: /);
    await person.keepsPicture("pseudo-commands");
    await person.presses("Escape");
  });
});

/** Nothing is left of a text but what is not for translators. */
function assertTranslated(text: string, data?: RegExp): void {
  assert.match(text, /⟦/);
  const left = withoutTranslations(text).replace(data ?? /$^/, "");
  assert.doesNotMatch(left, /\p{L}{2,}/u, text);
}
