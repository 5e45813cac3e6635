import "../with-vscode.ts";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { CodeLensProvider, Command } from "vscode";
import { effectiveAddress } from "../../../../client/files/effective-values-address.ts";
import type { ValuesOf } from "../../../../server/lsp/protocol.ts";
import { editor, madeOf, resetEditor, Uri } from "../fake-vscode.ts";

const { registerOriginReading } = await import(
  "../../../../client/editor/documents/effective-values-reading.ts"
);

const VALUES = { uri: "file:///work/values.yaml" };
let lacking: ValuesOf | undefined;
beforeEach(() => {
  resetEditor();
  editor.settings.set("capOperator.codeLens", true);
  registerOriginReading({
    origins: () => [],
    isWithOrigins: () => true,
    explanation: async () => null,
    isOnlyChanged: () => false,
    lacksChart: () => lacking,
  });
});

/** The actions above a page with effective values, with what they run. */
async function actions(): Promise<unknown[]> {
  const uri = Uri.from({
    scheme: "cap-operator-effective",
    ...effectiveAddress({ of: VALUES, form: "annotated" }),
  });
  const provider = editor.providers.get("lenses") as CodeLensProvider;
  const lenses = await provider.provideCodeLenses({ uri } as never, {} as never);
  return (lenses ?? []).map((lens) => {
    const [, { title, command, arguments: given = [] }] = madeOf<[range: unknown, command: Command]>(lens);
    return [title, command, given.map(String).join() === uri.toString() ? "page" : given];
  });
}

test("effective values whose chart would have to be fetched have the action that fetches it, before the others", async () => {
  const others = [
    ["Select what is shown...", "capOperator.showEffectiveValues", "page"],
    ["Compare...", "capOperator.compareValues", "page"],
  ];
  lacking = undefined;
  assert.deepEqual(await actions(), others);
  lacking = VALUES;
  assert.deepEqual(await actions(), [["Fetch Chart", "capOperator.fetchChart", [VALUES.uri]], ...others]);
  lacking = { release: "prod" };
  assert.deepEqual(await actions(), [["Fetch Chart", "capOperator.fetchChart", []], ...others]);
});
