import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { load } from "js-yaml";
import { parse as parseJson } from "jsonc-parser";
import { commandLines, refusal } from "../support/command-lines.ts";
import { repository } from "../support/repository.ts";

const read = (file: string) => readFileSync(path.join(repository, file), "utf8").replaceAll("\r\n", "\n");
const page = read("docs/guides/ci.md");

const fences = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = "", text = ""]) => ({
  language,
  text,
}));
const ofLanguage = (language: string) =>
  fences.filter((fence) => fence.language === language).map(({ text }) => text);

/** Blocks with output of the program have no commands. */
const written = fences.filter(({ language }) => language !== "text");
const known = commandLines(written.map(({ text }) => text).join("\n"));

test("the page has examples in all languages that it is about, each with commands of the program", () => {
  assert.deepEqual([...new Set(written.map(({ language }) => language))].sort(), ["json", "sh", "yaml"]);
  assert.ok(known.length >= 8, `${known.length}`);
});

for (const words of known) {
  test(`the program knows: ${words.join(" ")}`, async () => {
    assert.equal(await refusal(words), undefined);
  });
}

test("a command that it does not know would be noticed", async () => {
  assert.match((await refusal(["check", "--reporters", "text"])) ?? "", /unknown option/);
  assert.match((await refusal(["chek"])) ?? "", /unknown command/);
  assert.match((await refusal(["check", "--fail-on", "all"])) ?? "", /invalid/);
});

interface Workflow {
  readonly jobs?: Readonly<
    Record<
      string,
      {
        readonly steps: readonly {
          readonly uses?: string;
          readonly with?: Readonly<Record<string, unknown>>;
        }[];
      }
    >
  >;
  readonly repos?: readonly {
    readonly repo: string;
    readonly hooks: readonly {
      readonly id: string;
      readonly args?: readonly string[];
      readonly entry?: string;
    }[];
  }[];
  readonly include?: readonly {
    readonly component: string;
    readonly inputs: Readonly<Record<string, unknown>>;
  }[];
}

const workflows = ofLanguage("yaml").map((text) => load(text) as Workflow);

test("examples for GitHub give the action inputs that it has, and options that the program has", async () => {
  const { inputs } = load(read("action.yml")) as { readonly inputs: Readonly<Record<string, unknown>> };
  const given = workflows
    .flatMap(({ jobs = {} }) => Object.values(jobs).flatMap(({ steps }) => steps))
    .filter(({ uses }) => uses?.includes("/cap-operator-tools@"));
  assert.ok(given.length >= 2);
  for (const { with: values = {} } of given) {
    for (const name of Object.keys(values)) assert.ok(name in inputs, name);
    const lines = (name: string) =>
      String(values[name] ?? "")
        .split("\n")
        .filter((line) => line !== "");
    const words = [
      "check",
      ...lines("args"),
      ...(values["fail-on"] ? [`--fail-on=${values["fail-on"]}`] : []),
    ];
    assert.equal(await refusal([...words, "--", ...lines("paths")]), undefined);
  }
});

test("the page has all inputs of the action, with what counts without them", () => {
  const { inputs, outputs } = load(read("action.yml")) as {
    readonly inputs: Readonly<Record<string, { readonly default: string }>>;
    readonly outputs: object;
  };
  const table = page.slice(page.indexOf("| input | default |")).split("\n\n")[0] ?? "";
  const rows = new Map(
    [...table.matchAll(/^\| `([\w-]+)` \| (.*?) \|/gm)].map(([, name, without]) => [name, without]),
  );
  assert.deepEqual([...rows.keys()].sort(), Object.keys(inputs).sort());
  for (const [name, { default: fallback }] of Object.entries(inputs)) {
    if (fallback !== "") assert.equal(rows.get(name), `\`${fallback}\``, name);
  }
  for (const name of Object.keys(outputs)) assert.ok(page.includes(`\`${name}\``), name);
});

test("examples for pre-commit name hooks that there are, with options that the program has", async () => {
  const hooks = load(read(".pre-commit-hooks.yaml")) as readonly {
    readonly id: string;
    readonly entry: string;
  }[];
  const used = workflows.flatMap(({ repos = [] }) => repos.flatMap((repo) => repo.hooks));
  assert.deepEqual([...new Set(used.map(({ id }) => id))].sort(), hooks.map(({ id }) => id).sort());
  for (const { id, args = [], entry } of used) {
    const command = entry ?? hooks.find((hook) => hook.id === id)?.entry ?? "";
    const [program, ...words] = command.replace(/^npx .* -- /, "").split(" ");
    assert.equal(program, "cap-operator");
    assert.equal(await refusal([...words, ...args, "values.yaml"]), undefined, id);
  }
});

test("examples for GitLab give the template inputs that it has, and options that the program has", async () => {
  const [header = ""] = read("templates/check.yml").split("\n---\n");
  const { spec } = load(header) as { readonly spec: { readonly inputs: Readonly<Record<string, unknown>> } };
  const included = workflows.flatMap(({ include = [] }) => include);
  assert.ok(included.length > 0);
  for (const { component, inputs } of included) {
    assert.match(component, /\/check@/);
    for (const name of Object.keys(inputs)) assert.ok(name in spec.inputs, name);
    const words = (inputs.arguments ?? []) as readonly string[];
    assert.equal(await refusal(["check", ...words, "--", ...((inputs.paths ?? []) as string[])]), undefined);
  }
});

test("the example of a task names the problem matcher of the extension", () => {
  const { contributes } = JSON.parse(read("package.json"));
  const [tasks] = ofLanguage("json").map((text) => parseJson(text));
  const [task] = tasks.tasks;
  assert.equal(task.problemMatcher, `$${contributes.problemMatchers[0].name}`);
});
