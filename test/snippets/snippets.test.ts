import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { load } from "js-yaml";
import { schemas, validator } from "../schemas/built-schemas.ts";
import { expandSnippet, tabStops } from "../support/expand-snippet.ts";

interface Snippet {
  readonly prefix: string;
  readonly description: string;
  readonly at: string | readonly string[];
  readonly body: readonly string[];
}

const FILES = ["values", "operator"] as const;

const snippetsOf = (file: (typeof FILES)[number]): Record<string, Snippet> =>
  JSON.parse(readFileSync(new URL(`../../snippets/${file}.json`, import.meta.url), "utf8"));

for (const file of FILES) {
  const validate = validator(schemas[file]);
  for (const [name, { at, body, description }] of Object.entries(snippetsOf(file))) {
    for (const place of [at].flat()) {
      test(`${name} is valid ${place === "" ? "at the top level" : `under ${place}`}`, () => {
        // As a person fills it in.
        const value = load(expandSnippet(body.join("\n")).replace(/<\w+>/g, "example"));
        const path = place === "" ? [] : place.split(".");
        const whole = path.reduceRight<unknown>((below, key) => ({ [key]: below }), value);
        assert.ok(validate(whole), JSON.stringify(validate.errors));
      });
    }

    test(`${name} is described, indented by two spaces, and its tab stops are numbered from 1 and end behind it`, () => {
      assert.match(description, /^[A-Z].*\.$/);
      for (const line of body) assert.match(line, /^( {2})*[^\s]/);
      assert.match(body.at(-1) ?? "", /[^$]\$0$/);
      const [last, ...numbers] = tabStops(body.join("\n"));
      assert.equal(last, 0);
      assert.deepEqual(
        numbers,
        numbers.map((_, index) => index + 1),
      );
    });
  }
}

test("no two snippets answer to the same prefix", () => {
  const prefixes = FILES.flatMap((file) => Object.values(snippetsOf(file)).map(({ prefix }) => prefix));
  assert.equal(new Set(prefixes).size, prefixes.length);
});

test("there is a snippet for every configuration that has one", () => {
  const shapes = FILES.flatMap((file) =>
    Object.values(snippetsOf(file)).map(({ at, body }) => {
      const value = load(expandSnippet(body.join("\n"))) as object;
      return `${[at].flat().join("|")}: ${Object.keys(value).join(" ")}`;
    }),
  );
  assert.deepEqual(shapes.sort(), [
    ": apiVersion kind metadata spec",
    ": apiVersion kind metadata spec",
    ": monitoring",
    ": subscriptionServer",
    "controller: versionMonitoring",
    "controller: volumes volumeMounts versionMonitoring",
    "controller|subscriptionServer|webhook: resources",
    "subscriptionServer: certificateManager certificateConfig",
    "subscriptionServer: certificateManager certificateConfig",
    "webhook: certificateManager certificateConfig",
  ]);
});
