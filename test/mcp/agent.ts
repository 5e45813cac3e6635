import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type Range, TextDocument } from "vscode-languageserver-textdocument";
import { repository } from "../support/repository.ts";

/** The program as it ships. */
export const program = path.join(repository, "dist/cap-operator.js");
assert.ok(existsSync(program), "The server is tested as it ships: npm run build comes first.");

/** The revision with a handshake, which most clients speak, and the current one. */
export const REVISIONS = ["2025-11-25", "2026-07-28"] as const;

/** Options for starting the server as an agent does. */
export interface AgentOptions {
  /** The folders that the client names; `undefined` for a client that cannot name folders. */
  readonly roots?: readonly string[];
  readonly args?: readonly string[];
  readonly nodeArgs?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly revision?: (typeof REVISIONS)[number];
}

/** A place in an answer: lines and columns from 1. */
interface Placed {
  readonly line: number;
  readonly column: number;
  readonly endLine?: number;
  readonly endColumn: number;
}

/** A place as editors count it. */
export function rangeOf({ line, column, endLine = line, endColumn }: Placed): Range {
  return {
    start: { line: line - 1, character: column - 1 },
    end: { line: endLine - 1, character: endColumn - 1 },
  };
}

/** The text after the edits that a tool returned. They do not count a byte order mark. */
export function afterEdits(text: string, edits: readonly (Placed & { newText: string })[]): string {
  const document = TextDocument.create("text:", "yaml", 0, text.replace(/^\uFEFF/, ""));
  return TextDocument.applyEdits(
    document,
    edits.map((edit) => ({ range: rangeOf(edit), newText: edit.newText })),
  );
}

/** A finding of an answer as the other hosts have it: nothing left out, and places as editors count them. */
// biome-ignore lint/suspicious/noExplicitAny: the answer of a tool is JSON.
export function placed({ isUnnecessary = false, related = [], fixes = [], ...finding }: any): any {
  return {
    ...finding,
    isUnnecessary,
    range: rangeOf(finding),
    related: related.map((other: Placed & { file: string; message: string }) => ({
      file: other.file,
      range: rangeOf(other),
      message: other.message,
    })),
    // biome-ignore lint/suspicious/noExplicitAny: the answer of a tool is JSON.
    fixes: fixes.map(({ isSafe = false, isPreferred = false, edits, ...fix }: any) => ({
      ...fix,
      isSafe,
      isPreferred,
      edits: edits.map((edit: Placed & { newText: string }) => ({
        range: rangeOf(edit),
        newText: edit.newText,
      })),
    })),
  };
}

/** The answer of a tool. */
export interface Answer {
  readonly isError: boolean;
  /** The text that the model reads. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test asks for what it expects.
  readonly data: any;
}

/** An agent that drives the built server over its standard streams. */
export class Agent {
  readonly client: Client;
  readonly #transport: StdioClientTransport;
  #err = "";

  private constructor(client: Client, transport: StdioClientTransport) {
    this.client = client;
    this.#transport = transport;
  }

  static async start(options: AgentOptions = {}): Promise<Agent> {
    const { roots, args = [], nodeArgs = [], cwd = repository, env = {}, revision = "2025-11-25" } = options;
    const client = new Client(
      { name: "test", version: "1" },
      {
        capabilities: roots ? { roots: {} } : {},
        versionNegotiation: { mode: revision === "2025-11-25" ? "legacy" : { pin: revision } },
      },
    );
    if (roots) {
      client.setRequestHandler("roots/list", () => ({
        roots: roots.map((root) => ({ uri: /^\w+:/.test(root) ? root : pathToFileURL(root).href })),
      }));
    }
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [...nodeArgs, program, "mcp", ...args],
      cwd,
      env: { ...(process.env as Record<string, string>), ...env },
      stderr: "pipe",
    });
    const agent = new Agent(client, transport);
    transport.stderr?.on("data", (part: Buffer) => {
      agent.#err += part.toString();
    });
    await client.connect(transport);
    return agent;
  }

  /** The output of the server beside its answers. */
  get err(): string {
    return this.#err;
  }

  get pid(): number | null {
    return this.#transport.pid;
  }

  async call(name: string, args: object): Promise<Answer> {
    const { content, structuredContent, isError } = await this.client.callTool({
      name,
      arguments: args as Record<string, unknown>,
    });
    const [first] = content;
    return {
      isError: isError === true,
      text: structuredContent ? JSON.stringify(structuredContent) : first?.type === "text" ? first.text : "",
      data: structuredContent,
    };
  }

  /** The answer of a call that is not refused. */
  // biome-ignore lint/suspicious/noExplicitAny: a test asks for what it expects.
  async ask(name: string, args: object): Promise<any> {
    const { isError, text, data } = await this.call(name, args);
    assert.ok(!isError, text);
    return data;
  }

  /** The sentence with which a call is refused. */
  async refusal(name: string, args: object): Promise<string> {
    const { isError, text } = await this.call(name, args);
    assert.ok(isError, `${name} was not rejected`);
    return text;
  }

  async end(): Promise<void> {
    await this.client.close();
  }
}
