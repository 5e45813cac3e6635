// Not translated: answers to agents are in English.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** What a tool answered: data as JSON, or the sentence with which it refused. */
export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** How the server of agents is started. */
export interface AgentCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The server of agents as a process of its own, which is started by the first call. */
export class AgentProcess {
  readonly #command: AgentCommand;
  readonly #waiting = new Map<number, Waiting>();
  #child: ChildProcess | undefined;
  #ready: Promise<unknown> | undefined;
  #id = 0;

  constructor(command: AgentCommand) {
    this.#command = command;
  }

  /** Calls a tool. Fails with a sentence if the server ends before it has answered. */
  async call(name: string, args: object): Promise<ToolAnswer> {
    this.#ready ??= this.#start();
    await this.#ready;
    const result = (await this.#ask("tools/call", { name, arguments: args })) as {
      readonly content?: readonly { readonly text?: string }[];
      readonly isError?: boolean;
    };
    return { text: result.content?.[0]?.text ?? "", isError: result.isError === true };
  }

  /** Ends the process; a later call starts another one. */
  async end(): Promise<void> {
    const child = this.#child;
    this.#ended("The server of agents was stopped.");
    if (child === undefined || child.exitCode !== null) return;
    const exited = once(child, "exit");
    child.stdin?.end();
    child.kill();
    await exited;
  }

  async #start(): Promise<void> {
    const { command, args, env } = this.#command;
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ["pipe", "pipe", "ignore"],
    });
    this.#child = child;
    const gone = () => {
      if (this.#child === child) this.#ended("The server of agents has ended.");
    };
    child.on("error", gone).on("exit", gone);
    child.stdin.on("error", gone);
    createInterface(child.stdout).on("line", (line) => this.#take(line));
    await this.#ask("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "cap-operator-tools", version: "1" },
    });
    this.#write({ method: "notifications/initialized" });
  }

  #ask(method: string, params: object): Promise<unknown> {
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#write({ id, method, params });
    });
  }

  #write(message: object): void {
    this.#child?.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  #take(line: string): void {
    const message = JSON.parse(line) as { id?: number; result?: unknown; error?: { message?: string } };
    const waiting = message.id === undefined ? undefined : this.#waiting.get(message.id);
    if (message.id === undefined || waiting === undefined) return;
    this.#waiting.delete(message.id);
    if (message.error) waiting.reject(new Error(message.error.message ?? "The call was refused."));
    else waiting.resolve(message.result);
  }

  #ended(why: string): void {
    this.#child = undefined;
    this.#ready = undefined;
    for (const { reject } of this.#waiting.values()) reject(new Error(why));
    this.#waiting.clear();
  }
}
