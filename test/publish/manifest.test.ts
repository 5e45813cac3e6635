import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { derivedAddresses, projectAddress } from "../../publish/addresses.ts";
import { completeManifest } from "../../publish/manifest.ts";
import { RULES } from "../../server/core/rules/table.ts";

const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8").replaceAll("\r\n", "\n");
const manifest = JSON.parse(text);

interface Completed {
  readonly contributes: {
    readonly configuration: readonly {
      readonly properties: Readonly<
        Record<string, { readonly properties?: Readonly<Record<string, object>> }>
      >;
    }[];
  };
}

test("the generated parts of package.json are up to date", () => {
  const complete = `${JSON.stringify(completeManifest(manifest, RULES), undefined, 2)}\n`;
  assert.ok(complete === text, "package.json is stale. Write it with: npm run manifest");
});

test("a rule gets its severity setting from the table, and one that is gone loses it", () => {
  const [first] = RULES;
  assert.ok(first);
  const docs = { ...first.docs, what: "Something new." };
  const complete = completeManifest(manifest, [
    { ...first, code: "brand-new", severity: "hint", docs },
  ]) as Completed;
  const settings = Object.assign(
    {},
    ...complete.contributes.configuration.map(({ properties }) => properties),
  );
  assert.deepEqual(settings["capOperator.diagnostics.severity"].properties, {
    "brand-new": {
      type: "string",
      enum: ["error", "warning", "information", "hint", "off"],
      markdownDescription: "Something new. Reported as `hint` unless set here.",
    },
  });
});

test("all addresses come from that of the repository, and none exists without it", () => {
  const repository = { type: "git", url: "git+https://code.example.org/group/project.git" };
  const stale = { ...manifest, repository, homepage: "https://old.example.org" };
  const complete: Record<string, unknown> = { ...completeManifest(stale, RULES) };
  const { bugs, homepage, qna } = complete;
  assert.deepEqual(
    [bugs, homepage, qna],
    [
      { url: "https://code.example.org/group/project/issues" },
      "https://code.example.org/group/project#readme",
      "https://code.example.org/group/project/issues",
    ],
  );
  const { repository: _, ...without } = complete as typeof manifest;
  const bare: Record<string, unknown> = { ...completeManifest(without, RULES) };
  assert.deepEqual([bare.bugs, bare.homepage, bare.qna], [undefined, undefined, undefined]);
});

test("an address that no browser opens is refused", () => {
  for (const url of [
    "git@code.example.org:a/b.git",
    "http://code.example.org/a/b",
    "https://example.org/<you>/b",
  ]) {
    assert.throws(() => projectAddress({ repository: { type: "git", url } }), /https address/, url);
  }
  assert.deepEqual(derivedAddresses({}), {});
});
