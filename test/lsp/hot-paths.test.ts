// ARCHITECTURE.md names the files that a hover and a completion run through, and those that answer one small question on the way,
// such as which line an offset is in: this asks V8 which they are.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type Profiler, Session } from "node:inspector/promises";
import { suite, test } from "node:test";
import { connect, type TestClient } from "./client.ts";

/** A reader should not have to open more files than this. */
const MOST_FILES = 15;

const URI = "file:///workspace/values.yaml";
const TEXT = `subscriptionServer:
  domain: operator.cluster-a.internal
  dnsTarget: ingress.cluster-a.internal
controller:
  replicas: 2

`;

suite("the hot paths are those of ARCHITECTURE.md", () => {
  test("a hover", async () => {
    const files = await filesOf((client) =>
      client.request("textDocument/hover", {
        textDocument: { uri: URI },
        position: { line: 4, character: 4 },
      }),
    );
    assertDocumented("hover", files);
  });

  test("a completion", async () => {
    const files = await filesOf((client) =>
      client.request("textDocument/completion", {
        textDocument: { uri: URI },
        position: { line: 5, character: 2 },
      }),
    );
    assertDocumented("completion", files);
  });
});

/** The server's files that a request runs through once the text has been read. */
async function filesOf(request: (client: TestClient) => Promise<unknown>): Promise<string[]> {
  const client = await connect();
  const session = new Session();
  try {
    client.open(URI, TEXT);
    // What is made once, such as the schema and the tree, is not on the path.
    assert.ok(await request(client));
    session.connect();
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
    assert.ok(await request(client));
    const { result } = await session.post("Profiler.takePreciseCoverage");
    return result.filter(hasRun).flatMap(serverFile).sort();
  } finally {
    session.disconnect();
    await client.close();
  }
}

function hasRun({ functions }: Profiler.ScriptCoverage): boolean {
  return functions.some(({ ranges }) => ranges.some(({ count }) => count > 0));
}

function serverFile({ url }: Profiler.ScriptCoverage): string[] {
  const path = /\/server\/(.*\.ts)$/.exec(url)?.[1];
  return path === undefined ? [] : [path];
}

/** The page names exactly the files that have run, and no more on the path itself than a reader wants to open. */
function assertDocumented(what: string, files: readonly string[]): void {
  const page = readFileSync(new URL("../../ARCHITECTURE.md", import.meta.url), "utf8");
  const entry = new RegExp(
    `^- \\*\\*${what}\\*\\*:([^]*?)\\n  Asked on the way:([^]*?)\\n(?=\\n|- )`,
    "m",
  ).exec(page);
  assert.ok(entry, `ARCHITECTURE.md has no path of a ${what}.`);
  const [path = [], asked = []] = entry.slice(1).map(filesIn);
  assert.deepEqual([...path, ...asked].sort(), files);
  assert.ok(path.length <= MOST_FILES, `${path.length} files`);
}

function filesIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+\.ts)`/g)].map(([, path = ""]) => path);
}
