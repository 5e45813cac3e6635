import assert from "node:assert/strict";
import path from "node:path";
import { beforeEach, test } from "node:test";
import "./with-vscode.ts";
import type * as vscode from "vscode";
import { readManifest } from "../../../build/readable-manifest.ts";
import { repository } from "../../support/repository.ts";

const { createAgents } = await import("../../../client/editor/agents.ts");
const { editor, resetEditor } = await import("./fake-vscode.ts");

const manifest = readManifest<{
  readonly contributes: {
    readonly configuration: readonly {
      readonly properties: Readonly<Record<string, { readonly default?: unknown }>>;
    }[];
  };
}>(repository);
const context = {
  asAbsolutePath: (name: string) => path.join(repository, name),
  extension: { packageJSON: manifest },
} as unknown as vscode.ExtensionContext;

const SETTING = "capOperator.agents.enable";

beforeEach(resetEditor);

test("the setting is off unless somebody sets it", () => {
  const settings = manifest.contributes.configuration.flatMap(({ properties }) => Object.entries(properties));
  assert.equal(Object.fromEntries(settings)[SETTING]?.default, false);
});

test("the server is offered for the folders of a trusted workspace while the setting is on", () => {
  editor.isTrusted = false;
  editor.folders = ["file:///work/landscapes"];
  const agents = createAgents(context);
  const provider = editor.mcpProviders.get("capOperator.agents") as {
    provideMcpServerDefinitions(): { args: string[] }[];
  };
  const offers = () => provider.provideMcpServerDefinitions().map(({ args }) => args.slice(1));
  assert.deepEqual(offers(), []);
  editor.settings.set(SETTING, true);
  editor.settingsChanged.fire({ affectsConfiguration: (section) => section === SETTING });
  assert.deepEqual(offers(), []);
  editor.isTrusted = true;
  editor.trusted.fire();
  assert.deepEqual(offers(), [["mcp", "--root", path.normalize("/work/landscapes")]]);
  editor.settings.set(SETTING, false);
  editor.settingsChanged.fire({ affectsConfiguration: (section) => section === SETTING });
  assert.deepEqual(offers(), []);
  agents.dispose();
});
