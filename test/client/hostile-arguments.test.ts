import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { get } from "../../client/kubectl/calls.ts";
import { repository } from "../support/repository.ts";
import { CALLS, HARMLESS, type Texts, target } from "./every-call.ts";

/** Those of our flags that stand alone; each of the others takes the argument that follows, whatever that is. */
const ALONE = new Set([
  ...["--install", "--create-namespace", "--wait", "--atomic", "--rollback-on-failure", "--hide-notes"],
  ...["--plain-http", "--is-upgrade", "--all-namespaces", "--deployed", "--failed", "--pending"],
  ...["--uninstalling", "--ignore-not-found", "--server-side", "--force-conflicts", "--client"],
]);

/**
 * The flags that Helm and kubectl read, as their library does (spf13/pflag, `FlagSet.parseArgs`): flags may come
 * between names, a flag without `=` takes the next argument, and there are none after `--`.
 */
function flagsIn(args: readonly string[]): readonly string[] {
  const flags: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? "";
    if (arg === "--") break;
    if (!arg.startsWith("-") || arg === "-") continue;
    flags.push(arg.replace(/=.*$/s, ""));
    if (!ALONE.has(arg) && !arg.includes("=")) index++;
  }
  return flags;
}

test("this test knows all calls", () => {
  const made = globSync("client/**/*.ts", { cwd: repository }).flatMap((file) => {
    const source = readFileSync(`${repository}/${file}`, "utf8");
    const makers = /^export function (\w+)(?:<[^(]*>)?\((?:[^()]|\([^()]*\))*\): Invocation</gm;
    return [...source.matchAll(makers)].map(([, name]) => name);
  });
  assert.ok(made.length >= 20);
  assert.deepEqual([...made].sort(), Object.keys(CALLS).sort());
});

const hostile = fc.oneof(
  fc.constantFrom(
    "--server=https://attacker.invalid",
    "--server",
    "-s=https://attacker.invalid",
    "--kubeconfig=/tmp/other",
    "--token=x",
    "--as=system:admin",
    "--post-renderer=/tmp/run",
    "--",
    "-",
    "-f",
    "-h",
    "--context",
    "",
    " --server=x",
    "a\n--server=x",
    "a,--server=x",
    "a/--server=x",
    "a=--server=x",
    "$(id)",
  ),
  fc.string({ unit: "binary" }),
  fc.string().map((text) => `--${text}`),
  fc.string().map((text) => `-${text}`),
);

/** Some texts are hostile and the others are not, so that no call is always refused. */
const someHostile = fc
  .record(Object.fromEntries(Object.keys(HARMLESS).map((key) => [key, hostile])), { requiredKeys: [] })
  .map((texts): Texts => ({ ...HARMLESS, ...texts }))
  // Without a version, Helm is not asked for one.
  .filter(({ version }) => version !== "");

for (const [name, calls] of Object.entries(CALLS)) {
  test(`${name}: no text of a chart, a cluster or a workspace is read as a flag`, () => {
    const expected = calls(HARMLESS).map((call) => call && flagsIn(call.args));
    fc.assert(
      fc.property(someHostile, (texts) => {
        const made = orRefused(() => calls(texts));
        if (made === undefined) return;
        assert.deepEqual(
          made.map((call) => call && flagsIn(call.args)),
          expected,
        );
      }),
    );
  });
}

test("a name that is not valid in Kubernetes is refused before it is an argument, in one sentence", () => {
  for (const name of ["--server=https://attacker.invalid", "a/b", "A", "", "a".repeat(254), "a\nb"]) {
    assert.throws(
      () => get(target(HARMLESS), "customresourcedefinitions.apiextensions.k8s.io", { name }),
      (error) =>
        error instanceof Error && /^".*" is not a valid name of a Kubernetes object\.$/.test(error.message),
    );
  }
});

/** The call, or undefined if a readable error says that it cannot be made. */
function orRefused<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    assert.match((error as Error).message, /is not a valid name/);
    return undefined;
  }
}
