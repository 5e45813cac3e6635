import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { CLEAN, folderWith, WITH_UNKNOWN_KEY } from "../cli/run.ts";
import { repository } from "../support/repository.ts";
import { Agent } from "./agent.ts";

/** Modules of Node that the agents' server and its library import. None of them is for a network. */
const AGENTS_ASK_NODE_FOR = ["events", "fs", "fs/promises", "path", "process", "url", "util"];

const guard = path.join(import.meta.dirname, "no-network.cjs");

/** A project that names addresses and programs wherever a name can be written. */
function temptingProject(): string {
  return folderWith({
    ".cap-operator.yaml": [
      "chart: oci://registry.example.com/charts/cap-operator",
      "chartVersion: 0.34.0",
      "managerReleaseUrl: https://example.com/manager",
      "releases:",
      "  - {name: prod, chart: https://example.com/cap-operator-0.34.0.tgz, kubeContext: prod, values: [values.yaml, https://example.com/values.yaml]}",
      "  - {name: repo, chart: repo/cap-operator, values: [git::https://example.com/x.yaml]}",
    ].join("\n"),
    "values.yaml": `# cap-operator: values chart=oci://registry.example.com/charts/cap-operator version=0.34.0\n${WITH_UNKNOWN_KEY}`,
    "templated.yaml": `${CLEAN}  tag: '{{ exec "curl" (list "https://example.com") }}'\n`,
  });
}

async function useEverything(agent: Agent): Promise<void> {
  const { findings } = await agent.ask("check_values", { path: "values.yaml", fixes: true });
  await agent.ask("check_values", { path: "templated.yaml" });
  await agent.ask("effective_values", { release: "prod" });
  await agent.ask("effective_values", { release: "repo", key: "controller" });
  await agent.ask("upgrade_values", { path: "values.yaml", to: "0.34.0" });
  await agent.ask("upgrade_values", { release: "prod", to: "specification" });
  await agent.ask("explain_key", { key: "controller.replicas" });
  await agent.ask("search_keys", { query: "port" });
  await agent.ask("explain_code", { code: "unknown-key" });
  const fixes = [findings.find(({ code }: { code: string }) => code === "unknown-key").fixes[0].id];
  assert.equal((await agent.ask("suggest_fixes", { path: "values.yaml", fixes })).edits.length, 1);
}

test("no tool reaches for a network or a program", async () => {
  const agent = await Agent.start({ roots: [temptingProject()], nodeArgs: ["--require", guard] });
  try {
    await useEverything(agent);
    assert.equal(agent.err, "");
  } finally {
    await agent.end();
  }
});

const hasPermissions = process.allowedNodeEnvironmentFlags.has("--permission");

test("all tools work where Node allows no program, no worker, no addon and no file to be written", {
  skip: !hasPermissions,
}, async () => {
  const nodeArgs = ["--permission", "--allow-fs-read=*"];
  const agent = await Agent.start({ roots: [temptingProject()], nodeArgs });
  try {
    await useEverything(agent);
  } finally {
    await agent.end();
  }
});

test("what ships for agents has no server for a network in it, and no client", async () => {
  const { metafile } = await build({
    absWorkingDir: repository,
    entryPoints: ["server/mcp/serve.ts"],
    bundle: true,
    platform: "node",
    format: "esm",
    mainFields: ["module", "main"],
    logLevel: "error",
    write: false,
    outdir: "dist",
    metafile: true,
  });
  const asked = Object.values(metafile.inputs).flatMap(({ imports }) => imports);
  const names = asked.filter(({ external }) => external).map(({ path: name }) => name.replace("node:", ""));
  assert.deepEqual([...new Set(names)].sort(), AGENTS_ASK_NODE_FOR);
});
