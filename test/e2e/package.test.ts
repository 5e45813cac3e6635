import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { manifest, repository, vsixPath } from "../support/repository.ts";
import { listZip } from "../support/zip-listing.ts";

const server = path.join(repository, "dist/language-server.js");

test("the package holds everything that the manifest names", () => {
  const names = new Set(listZip(vsixPath()).map(({ name }) => name));
  const { main, icon, bin, contributes } = manifest();
  const named = [
    main,
    icon,
    bin["cap-operator-language-server"] ?? "",
    // The pages that hovers and problems link.
    "dist/docs/index.md",
    ...["values", "values-published", "operator", "operator-published", "rules", "cli"].map(
      (page) => `dist/docs/reference/${page}.md`,
    ),
    "dist/docs/reference/rules.json",
    ...contributes.languages.map(({ configuration }) => configuration),
    ...contributes.grammars.map(({ path: grammar }) => grammar),
    ...contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.svg)),
  ];
  const missing = named.map((file) => path.posix.join("extension", file)).filter((file) => !names.has(file));
  assert.deepEqual(missing, []);
});

test("the built language server starts from anywhere with --stdio", async () => {
  const elsewhere = await mkdtemp(path.join(tmpdir(), "cap-operator-bin-"));
  try {
    const child = spawn(process.execPath, [server, "--stdio"], {
      cwd: elsewhere,
      stdio: ["pipe", "pipe", "inherit"],
    });
    for (const request of [
      { id: 1, method: "initialize", params: { processId: null, rootUri: null, capabilities: {} } },
      { id: 2, method: "shutdown" },
    ]) {
      const body = JSON.stringify({ jsonrpc: "2.0", ...request });
      child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    }
    let output = "";
    for await (const chunk of child.stdout) {
      output += chunk;
      // An answer may come in parts; where the second one has begun, the first one is whole.
      if (output.includes('"id":2')) {
        break;
      }
    }
    child.kill();
    assert.match(output, /"hoverProvider":true/);
    assert.match(output, new RegExp(`"version":"${manifest().version}"`));
  } finally {
    await rm(elsewhere, { recursive: true, force: true });
  }
});

test("the built language server says its version", () => {
  const { stdout, status } = spawnSync(process.execPath, [server, "--version"], { encoding: "utf8" });
  assert.equal(status, 0);
  assert.equal(stdout.trim(), manifest().version);
});
