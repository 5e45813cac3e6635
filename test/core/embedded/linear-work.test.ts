// Texts of others that are not YAML are read once from the left to the right, whatever is in them.
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { commandsInScript } from "../../../server/core/embedded/helm-commands.ts";
import { terraformReleases } from "../../../server/core/embedded/terraform.ts";
import { workOf } from "../../support/count-work.ts";

const NAMES = ["cap-operator"];
const HEAD = 'resource "helm_release" "a" {\n  chart = "cap-operator"\n';
const COMMAND = "helm upgrade a repo/cap-operator --set a=1";

const TERRAFORM: Readonly<Record<string, (n: number) => string>> = {
  "brackets that are not closed": (n) => HEAD + "set = [{(".repeat(n * 10),
  "brackets that are closed by others": (n) => `${HEAD}${"[".repeat(n * 50)}${"}".repeat(n * 50)}`,
  "texts that are not closed": (n) => `${HEAD}${'a = "x\n'.repeat(n * 15)}`,
  "expressions that are not closed": (n) => `${HEAD}${'a = "${"'.repeat(n * 12)}`,
  "markers without an end": (n) => `${HEAD}${"a = <<A\nb\n".repeat(n * 10)}`,
  "expressions between markers": (n) => `${HEAD}values = [<<A\n${"a: ${b}$${c}\n".repeat(n * 8)}A\n]\n}`,
  "comments that are not closed": (n) => `${HEAD}${"/* # // ".repeat(n * 12)}`,
  "resources that are not closed": (n) => HEAD.repeat(n * 2),
  "names without values": (n) => `${HEAD}${"a b c\n".repeat(n * 16)}`,
  "many entries": (n) => `${HEAD}${'set {\nname = "a"\nvalue = "b"\n}\n'.repeat(n * 3)}}`,
};
const SCRIPTS: Readonly<Record<string, (n: number) => string>> = {
  "commands on a line": (n) => `${COMMAND}; `.repeat(n * 2),
  "quotes that are not closed": (n) => `${COMMAND}\n${"helm 'a\n".repeat(n * 12)}`,
  "variables that are not closed": (n) => `${COMMAND}\n${"helm ${a $(b ".repeat(n * 8)}`,
  "one word": (n) => `${COMMAND}\nhelm ${"a".repeat(n * 100)}`,
  "lines that continue": (n) => `${COMMAND} ${"\\\n".repeat(n * 50)}`,
  "nothing but the program": (n) => `${COMMAND}\n${"helm ".repeat(n * 20)}`,
};

suite("texts that cost much", () => {
  for (const [read, shapes] of [
    [terraformReleases, TERRAFORM],
    [commandsInScript, SCRIPTS],
  ] as const) {
    for (const [name, shape] of Object.entries(shapes)) {
      test(name, async () => {
        const [small, large] = [
          await workOf(() => read(shape(100), NAMES)),
          await workOf(() => read(shape(400), NAMES)),
        ];
        assert.ok(large < small * 6, `${small} -> ${large}`);
      });
    }
  }

  test("what no release can be is not read", async () => {
    const others = `${'resource "helm_release" "a" { chart = "redis" }\n'.repeat(1000)}`;
    assert.ok((await workOf(() => terraformReleases(others, NAMES))) <= others.length + 100);
    const script = "helm upgrade a b\n".repeat(1000);
    assert.ok((await workOf(() => commandsInScript(script, NAMES))) <= script.length + 100);
  });
});
