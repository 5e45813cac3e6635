// The number of files that a hover and a completion run through once the text has been read, as V8 counts them.
import assert from "node:assert/strict";
import { type Profiler, Session } from "node:inspector/promises";
import { test } from "node:test";
import { connect, type TestClient } from "./client.ts";

const URI = "file:///workspace/values.yaml";
const TEXT = `subscriptionServer:
  domain: operator.cluster-a.internal
  dnsTarget: ingress.cluster-a.internal
controller:
  replicas: 2

`;

/** A bound is lowered with what no longer runs, and never raised: fifteen are wanted. */
const PATHS = [
  { method: "textDocument/hover", position: { line: 4, character: 4 }, most: 27 },
  { method: "textDocument/completion", position: { line: 5, character: 2 }, most: 27 },
];

for (const { method, position, most } of PATHS) {
  test(`${method} runs through at most ${most} files`, async () => {
    const files = await filesOf((client) => client.request(method, { textDocument: { uri: URI }, position }));
    assert.ok(files.length > 5 && files.length <= most, `${files.length} files:\n${files.join("\n")}`);
  });
}

/** The server's files that a request runs through. */
async function filesOf(request: (client: TestClient) => Promise<unknown>): Promise<string[]> {
  const client = await connect();
  const session = new Session();
  try {
    client.open(URI, TEXT);
    // Objects made only once, such as the schema and the tree, are not on the path.
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
  const file = /\/server\/(.*\.ts)$/.exec(url)?.[1];
  return file === undefined ? [] : [file];
}
