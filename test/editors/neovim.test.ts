import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const serverCommand = [process.execPath, path.join(here, "../../server/node.ts"), "--stdio"];
const found = spawnSync("nvim", ["--version"], { encoding: "utf8" });
const missing = found.status === 0 ? false : "nvim is not on PATH, so the server was not tried in Neovim";

const TEXT = [
  "controller:",
  "  detailedOperationalMetrics: true",
  "  replicaz: 2",
  "subscriptionServer:",
  "  domain: operator.cluster.local",
  "  dnsTarget: public-ingress.cluster.local",
  "",
].join("\n");

interface Seen {
  readonly failure?: string;
  readonly problems?: readonly { line: number; column: number; message: string; source: string }[];
  readonly hover?: { readonly contents: { readonly value: string } };
  readonly completion?: readonly { label: string }[] | { readonly items: readonly { label: string }[] };
  readonly symbols?: readonly { name: string }[];
}

async function session(): Promise<Seen> {
  const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-neovim-"));
  const file = path.join(folder, "values.yaml");
  const resultFile = path.join(folder, "result.json");
  writeFileSync(file, TEXT);
  const script = path.join(here, "neovim-session.lua");
  const env = {
    ...process.env,
    HOME: folder,
    XDG_STATE_HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_DATA_HOME: folder,
    SERVER_COMMAND: JSON.stringify(serverCommand),
    RESULT_FILE: resultFile,
  };
  try {
    const args = ["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", `luafile ${script}`, file];
    const editor = spawn("nvim", args, { cwd: folder, env, stdio: ["ignore", "inherit", "inherit"] });
    await once(editor, "exit");
    return JSON.parse(readFileSync(resultFile, "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (missing) console.log(`Skipped: ${missing}.`);

test("Neovim shows problems, hovers, completions and the outline", { skip: missing }, async () => {
  const seen = await session();
  assert.equal(seen.failure, undefined);
  const [problem] = seen.problems ?? [];
  assert.equal(seen.problems?.length, 1);
  assert.deepEqual([problem?.line, problem?.column, problem?.source], [2, 2, "cap-operator"]);
  assert.match(problem?.message ?? "", /replicaz/);
  assert.match(seen.hover?.contents.value ?? "", /detailedOperationalMetrics|operational metrics/i);
  const completion = seen.completion ?? [];
  const labels = ("items" in completion ? completion.items : completion).map(({ label }) => label);
  assert.ok(labels.includes("replicas"), `completions: ${labels.join(", ")}`);
  assert.deepEqual(
    seen.symbols?.map(({ name }) => name),
    ["controller", "subscriptionServer"],
  );
});
