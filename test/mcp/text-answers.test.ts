// Answers as text, for clients that show agents nothing else, and as structured content.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { suite, test } from "node:test";
import { CLEAN, run, WITH_UNKNOWN_KEY } from "../cli/run.ts";
import { repository } from "../support/repository.ts";
import { Agent, program, REVISIONS } from "./agent.ts";

/** The revisions without structured content: https://modelcontextprotocol.io/specification/2025-06-18/changelog. */
const WITHOUT_STRUCTURE = ["2024-11-05", "2025-03-26"];

interface Result {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: object;
}

/** The result of a call by a client that speaks one revision of the protocol and knows no library. */
async function resultIn(revision: string, args: readonly string[], text: string): Promise<Result> {
  const child = spawn(process.execPath, [program, "mcp", ...args], {
    cwd: repository,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const answer = async () => {
    const { value } = await lines.next();
    return JSON.parse(String(value)) as { result: Result & { protocolVersion?: string } };
  };
  const clientInfo = { name: "test", version: "1" };
  send({ id: 1, method: "initialize", params: { protocolVersion: revision, capabilities: {}, clientInfo } });
  assert.equal((await answer()).result.protocolVersion, revision);
  send({ method: "notifications/initialized" });
  send({ id: 2, method: "tools/call", params: { name: "check_values", arguments: { text } } });
  const { result } = await answer();
  child.stdin.end();
  return result;
}

for (const revision of WITHOUT_STRUCTURE) {
  for (const args of [[], ["--structured-only"]]) {
    test(`${revision} ${args.join()}: an agent whose client knows no structured content reads the answer as text`, async () => {
      const { content } = await resultIn(revision, args, WITH_UNKNOWN_KEY);
      const [finding] = JSON.parse(content[0]?.text ?? "").findings;
      assert.equal(finding.code, "unknown-key");
      assert.equal(finding.line, 6);
    });
  }
}

for (const revision of REVISIONS) {
  test(`${revision}: the text has the same as the structured content, with what cannot be seen as an escape`, async () => {
    const agent = await Agent.start({ revision });
    try {
      const text = `# \u202e\nwebhook:\n  replicas: "2"\n`;
      const answer = await agent.client.callTool({ name: "check_values", arguments: { text } });
      const [first] = answer.content;
      assert.ok(first?.type === "text");
      assert.deepEqual(JSON.parse(first.text), answer.structuredContent);
      assert.equal(JSON.parse(first.text).repaired.text, "# \u202e\nwebhook:\n  replicas: 2\n");
      assert.ok(first.text.includes(String.raw`\u202e`) && !first.text.includes("\u202e"));
    } finally {
      await agent.end();
    }
  });
}

test("with --structured-only, the answer is sent once", async () => {
  const agent = await Agent.start({ args: ["--structured-only"] });
  try {
    const answer = await agent.client.callTool({
      name: "check_values",
      arguments: { text: WITH_UNKNOWN_KEY },
    });
    assert.ok(answer.structuredContent);
    assert.deepEqual(answer.content, [{ type: "text", text: "The answer is structuredContent." }]);
  } finally {
    await agent.end();
  }
});

test("--text is no option any more: the text is always there", async () => {
  assert.equal((await run(repository, ["mcp", "--text"])).code, 2);
});

suite("the size of an answer", () => {
  test("many findings are cut off at 40,000 characters, with the number of the others", async () => {
    const agent = await Agent.start();
    try {
      const wrong = Array.from({ length: 600 }, (_, index) => `  wrong${index}: ${"x".repeat(100)}\n`).join(
        "",
      );
      const { findings, omitted, counts } = await agent.ask("check_values", { text: CLEAN + wrong });
      assert.ok(findings.length > 100, String(findings.length));
      const size = findings.reduce((sum: number, finding: object) => sum + JSON.stringify(finding).length, 0);
      assert.ok(size <= 40_000, String(size));
      assert.equal(findings.length + omitted, counts.warning);
    } finally {
      await agent.end();
    }
  });

  test("a text that is longer than 120,000 characters ends with how much of it is missing", async () => {
    const agent = await Agent.start();
    try {
      const labels = Array.from({ length: 20_000 }, (_, index) => `    a${index}: "x"\n`).join("");
      const { content } = await agent.client.callTool({
        name: "effective_values",
        arguments: { text: `${CLEAN}  podLabels:\n${labels}` },
      });
      const [first] = content;
      assert.ok(first?.type === "text");
      assert.match(
        first.text.slice(120_000),
        /^\n\.\.\. \d+ more characters are left out of this text\. [^\n]+$/,
      );
    } finally {
      await agent.end();
    }
  });
});
