import "../with-vscode.ts";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, suite, test } from "node:test";
import { isProtected, protectedContexts } from "../../../../client/cluster/protected-context.ts";
import { installationSettings as read } from "../../../../client/editor/settings/installation-settings.ts";
import { readSettings } from "../../../../server/workspace/settings/settings.ts";
import { repository } from "../../../support/repository.ts";
import { editor, resetEditor } from "../fake-vscode.ts";

const { reportWrongSettings } = await import("../../../../client/editor/settings/wrong-settings.ts");

interface Declared {
  readonly type: string | readonly string[];
  readonly default: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: { readonly type?: string };
}

const manifest = JSON.parse(readFileSync(path.join(repository, "package.json"), "utf8"));
const DECLARED = manifest.contributes.configuration.flatMap(({ properties }: { properties: object }) =>
  Object.entries(properties),
) as readonly (readonly [string, Declared])[];

/** Values of every type that JSON has; a file with settings can have any of them. */
const VALUES: readonly unknown[] = [5, 0, true, false, "text", "", ["*prod*"], [], [5], [[]], { a: 1 }, {}];

function isOfType(value: unknown, { type, enum: choices, items }: Declared): boolean {
  const types = [type].flat();
  if (Array.isArray(value) && items?.type && value.some((item) => typeof item !== items.type)) return false;
  const actual = Array.isArray(value) ? "array" : typeof value;
  return types.includes(actual) && (choices === undefined || choices.includes(value));
}

beforeEach(resetEditor);

/** The log's lines about settings. */
function told(): readonly string[] {
  const lines: string[] = [];
  reportWrongSettings({ warn: ({ text }) => void lines.push(text) }).dispose();
  return lines;
}

/** The section that the server is sent if one setting is set. */
function sent(name: string, value: unknown): unknown {
  return name
    .split(".")
    .slice(1)
    .reduceRight<unknown>((inner, part) => ({ [part]: inner }), value);
}

/** The settings that installations use. */
function installationSettings() {
  return read({
    get: (name) => editor.settings.get(`capOperator.${name}`),
    inspect: (name) => ({ defaultValue: [], globalValue: editor.settings.get(`capOperator.${name}`) }),
  });
}

suite("settings of a wrong type", () => {
  for (const [name, declared] of DECLARED) {
    test(`${name}: each is reported with its name, and nothing else is`, () => {
      for (const value of VALUES) {
        resetEditor();
        editor.settings.set(name, value);
        const here = told();
        const there = readSettings(sent(name, value)).problems.map(({ message }) => message);
        const all = [...here, ...there];
        if (isOfType(value, declared)) {
          assert.deepEqual(here, [], `${JSON.stringify(value)} is right`);
          continue;
        }
        // Some clients cannot tell an empty list from an empty table.
        if (/^(\[\]|\{\})$/.test(JSON.stringify(value)) && /array|object/.test(String(declared.type)))
          continue;
        assert.ok(all.length > 0, `nothing is said of ${JSON.stringify(value)}`);
        for (const message of all) assert.ok(message.includes(name), message);
      }
    });
  }

  test("count as their defaults", () => {
    const right = installationSettings();
    for (const name of DECLARED.map(([setting]) => setting).filter(
      (setting) => !/protected|Digest/.test(setting),
    )) {
      for (const value of [5, [], {}]) {
        resetEditor();
        editor.settings.set(name, value);
        assert.deepEqual(installationSettings(), right, `${name}: ${JSON.stringify(value)}`);
      }
    }
  });

  test("never let a manifest pass whose digest is demanded", () => {
    for (const value of [5, true, ["a"], {}]) {
      editor.settings.set("capOperator.managerManifestDigest", value);
      assert.doesNotMatch(installationSettings().managerManifestDigest, /^([0-9a-f]{64})?$/i);
    }
  });

  test("are shown once, until they change", () => {
    editor.settings.set("capOperator.install.wait", "yes");
    const lines: string[] = [];
    reportWrongSettings({ warn: ({ text }) => void lines.push(text) });
    const sentence =
      'The setting capOperator.install.wait must be true or false, but is "yes"; the default true is used.';
    assert.deepEqual(lines, [sentence]);
    editor.settingsChanged.fire({ affectsConfiguration: () => true });
    assert.deepEqual(editor.executed, [["warned", sentence]]);
  });
});

suite("protected contexts", () => {
  test("a list that cannot be read protects all contexts", () => {
    for (const broken of ["*prod*", 5, { 0: "*prod*" }, [5], ["*prod*", null], true]) {
      for (const lists of [
        { machine: broken, workspace: [] },
        { machine: [], workspace: [undefined, broken] },
      ]) {
        assert.ok(isProtected("eu-1", protectedContexts(lists)), JSON.stringify(lists));
      }
      resetEditor();
      editor.settings.set("capOperator.protectedContexts", broken);
      assert.ok(isProtected("eu-1", installationSettings().protectedContexts), JSON.stringify(broken));
    }
    assert.deepEqual(told(), [
      "The setting capOperator.protectedContexts must be a list of texts, but is true; all contexts are protected.",
    ]);
  });

  test("spaces around a glob do not count", () => {
    const globs = protectedContexts({ machine: [" *prod*\t"], workspace: [] });
    assert.ok(isProtected("eu-prod-1", globs));
    assert.ok(!isProtected("dev", globs));
  });
});
