import assert from "node:assert/strict";
import path from "node:path";
import { beforeEach, test } from "node:test";
import { pathToFileURL } from "node:url";
import "./with-vscode.ts";
import type * as vscode from "vscode";
import { readManifest } from "../../../publish/readable-manifest.ts";
import { TOOLS } from "../../../server/mcp/tools.ts";
import { CLEAN, folderWith } from "../../cli/run.ts";
import { repository } from "../../support/repository.ts";

const { createAgents, TOOL_PREFIX } = await import("../../../client/adapters/agents.ts");
const { editor, resetEditor } = await import("./fake-vscode.ts");

const manifest = readManifest<{
  readonly contributes: {
    readonly languageModelTools: readonly Readonly<Record<string, unknown>>[];
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
const BROKEN = `${CLEAN}  replicas: "2"\n`;

interface FakeTool {
  invoke(options: { input: object }): Promise<{ content: { value: string }[] }>;
}

function toolNamed(name: string): FakeTool {
  return editor.tools.get(`${TOOL_PREFIX}${name}`) as FakeTool;
}

beforeEach(resetEditor);

test("the manifest has the tools of the server, with its words and its arguments", () => {
  const { languageModelTools } = manifest.contributes;
  assert.deepEqual(
    languageModelTools.map((one) => [one.name, one.displayName, one.modelDescription, one.inputSchema]),
    TOOLS.map((tool) => [`${TOOL_PREFIX}${tool.name}`, tool.title, tool.description, tool.arguments]),
  );
  for (const { when } of languageModelTools) {
    assert.equal(when, "config.capOperator.agents.enable && isWorkspaceTrusted");
  }
  const section = manifest.contributes.configuration.find(({ properties }) => SETTING in properties);
  assert.equal(section?.properties[SETTING]?.default, false);
});

test("nothing is offered until the setting is on in a trusted workspace", () => {
  editor.isTrusted = false;
  const agents = createAgents(context);
  const provider = editor.mcpProviders.get("capOperator.agents") as {
    provideMcpServerDefinitions(): { args: string[] }[];
  };
  const offers = () => [editor.tools.size, provider.provideMcpServerDefinitions().length];
  assert.deepEqual(offers(), [0, 0]);
  editor.settings.set(SETTING, true);
  editor.settingsChanged.fire({ affectsConfiguration: (section) => section === SETTING });
  assert.deepEqual(offers(), [0, 0]);
  editor.isTrusted = true;
  editor.trusted.fire();
  assert.deepEqual(offers(), [TOOLS.length, 1]);
  editor.settings.set(SETTING, false);
  editor.settingsChanged.fire({ affectsConfiguration: (section) => section === SETTING });
  assert.deepEqual(offers(), [0, 0]);
  agents.dispose();
});

test("a tool answers for files of the workspace", async () => {
  const folder = folderWith({ "values.yaml": BROKEN });
  const outside = folderWith({ "values.yaml": BROKEN });
  editor.folders = [pathToFileURL(folder).href];
  editor.settings.set(SETTING, true);
  const agents = createAgents(context);
  try {
    const check = toolNamed("check_values");
    const checked = await check.invoke({ input: { path: "values.yaml" } });
    const { counts } = JSON.parse(checked.content[0]?.value ?? "");
    // The published chart renders the same with it, and nothing names the chart.
    assert.deepEqual([counts.error, counts.warning], [0, 1]);
    await assert.rejects(
      check.invoke({ input: { path: `${outside}/values.yaml` } }),
      /not in the given folders/,
    );
  } finally {
    agents.dispose();
  }
});
