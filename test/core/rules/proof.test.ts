import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { buildSchemas } from "../../../schemas/build.ts";
import { check } from "../../../server/core/rules/check.ts";
import { type Candidate, tryOut } from "../../../server/core/rules/proof.ts";
import { docsIn } from "../../../server/core/schema/docs-anchor.ts";
import { Knowledge } from "../../../server/core/schema/knowledge.ts";
import { ChartsInUse } from "../../../server/core/semantics/charts-in-use.ts";
import { Semantics } from "../../../server/core/semantics/semantics.ts";
import { DEFAULT_SETTINGS } from "../../../server/core/settings.ts";
import type { Edit } from "../../../server/core/yaml/edits/edit.ts";
import { analyse } from "../support/engine.ts";

const charts = new ChartsInUse(
  new Knowledge({ schemas: await buildSchemas() }, docsIn("https://docs.example/")),
);

const HOSTS = "subscriptionServer: {domain: a.b.c, dnsTarget: d.b.c}\n";

/** The outcome of fixes for the findings of a text in a line, each of which has the edits of one of `fixes`. */
async function outcomeOf(text: string, key: string, fixes: readonly (readonly Edit[])[]): Promise<string> {
  const semantics = new Semantics(analyse(text), charts);
  const offset = text.indexOf(key);
  const finding = (await check(semantics, DEFAULT_SETTINGS)).find(({ start }) => start === offset);
  assert.ok(finding, `Nothing is found at ${key}`);
  const candidates = fixes.map((edits): Candidate => ({ finding, fix: { title: "", edits } }));
  return (await tryOut(semantics, DEFAULT_SETTINGS, candidates)).outcome;
}

/** The edit that replaces a part of a text, which is there once. */
function replaced(text: string, part: string, replacement: string): Edit {
  assert.equal(text.split(part).length, 2);
  const start = text.indexOf(part);
  return { start, end: start + part.length, text: replacement };
}

suite("fixes that are tried together", () => {
  const text = `${HOSTS}controller: {replicaz: 2}\n`;

  test("hold if each changes another place", async () => {
    const [name, value] = [replaced(text, "caz", "cas"), replaced(text, "2", "3")];
    assert.equal(await outcomeOf(text, "replicaz", [[name], [value]]), "better");
    assert.equal(await outcomeOf(text, "replicaz", [[value], [name]]), "better");
  });

  test("hold if one begins where the other ends", async () => {
    const [first, second] = [replaced(text, "repli", "repli"), replaced(text, "caz", "cas")];
    assert.equal(await outcomeOf(text, "replicaz", [[second], [first]]), "better");
  });

  test("do not hold if they change the same place, although it is the same change", async () => {
    const [name, whole] = [replaced(text, "replicaz", ""), replaced(text, "replicaz: 2", "")];
    for (const both of [[[name], [whole]], [[whole], [name]], [[whole], [whole]], [[name, whole]]])
      assert.equal(await outcomeOf(text, "replicaz", both), "worse");
    assert.equal(await outcomeOf(text, "replicaz", [[whole]]), "better");
  });
});

suite("a fix that changes what an alias means", () => {
  const text = (anchor: string) =>
    `${HOSTS}podLabels: &x {a: b}\ntag: &${anchor}\ncontroller: {podLabels: *x}\n`;

  test("does not hold, although it ends the finding and nothing new is found", async () => {
    const removed = (anchor: string) => [[replaced(text(anchor), `tag: &${anchor}\n`, "")]];
    assert.equal(await outcomeOf(text("x"), "tag", removed("x")), "worse");
    assert.equal(await outcomeOf(text("y"), "tag", removed("y")), "better");
  });

  test("holds if the value that the alias means moves", async () => {
    const moved = [
      replaced(text("x"), "controller: {", "image: {tag: &x }\ncontroller: {"),
      replaced(text("x"), "tag: &x\n", ""),
    ];
    assert.equal(await outcomeOf(text("x"), "tag", [moved]), "better");
  });
});
