import type { WebServerStart } from "../server/lsp/protocol.ts";
import { openWorkerPage, type WorkerPage } from "../test/support/web/worker-server.ts";
import type { Contender } from "./contenders.ts";
import { Editor } from "./editor.ts";
import { median, ratioText, row, timesText } from "./figures.ts";
import { plainFile, type ValuesFile } from "./values-files.ts";

/** How often is measured. */
export interface WebEffort {
  readonly starts: number;
  /** Edits, completions and hovers after each start. */
  readonly rounds: number;
}

/** What is measured, in milliseconds, once for each start or round. */
interface Times {
  readonly initialized: number[];
  readonly firstDiagnostics: number[];
  readonly edit: number[];
  readonly completion: number[];
  readonly hover: number[];
}

const ROWS: readonly (readonly [keyof Times, string])[] = [
  ["initialized", "start until `initialize` is answered"],
  ["firstDiagnostics", "start until the first diagnostics"],
  ["edit", "edit until the diagnostics"],
  ["completion", "completion"],
  ["hover", "hover"],
];
const SIZES = [60, 2000];
const URI = "file:///web/values.yaml";

/** Prints what the server takes in a worker of a browser, beside the one on Node in the same run. */
export async function printWeb(own: Contender, effort: WebEffort): Promise<void> {
  console.log("### In a browser\n");
  for (const lines of SIZES) await printSize(own, plainFile(lines), effort);
}

async function printSize(own: Contender, file: ValuesFile, { starts, rounds }: WebEffort): Promise<void> {
  const nothing = (): Times => ({
    initialized: [],
    firstDiagnostics: [],
    edit: [],
    completion: [],
    hover: [],
  });
  const [node, worker] = [nothing(), nothing()];
  const page = await openWorkerPage();
  try {
    // In turn, so that both are measured under the same conditions of the machine; the first start fills caches.
    for (let start = -1; start < starts; start++) {
      const [onNode, inWorker] = [
        await measureNode(own, file, rounds),
        await measureWorker(page, file, rounds),
      ];
      if (start < 0) continue;
      for (const [name] of ROWS) {
        node[name].push(...onNode[name]);
        worker[name].push(...inWorker[name]);
      }
    }
  } finally {
    await page.close();
  }
  console.log(row(file.name, "on Node", "in a worker of Chromium", "times"));
  console.log("|---|---:|---:|---:|");
  for (const [name, title] of ROWS) {
    const ratio = ratioText(median(worker[name]), median(node[name]));
    console.log(row(title, timesText(node[name]), timesText(worker[name]), ratio));
  }
  console.log();
}

async function measureNode(own: Contender, file: ValuesFile, rounds: number): Promise<Times> {
  const started = performance.now();
  const editor = await Editor.start(own);
  try {
    await editor.open(URI, file.text);
    const times: Times = {
      initialized: [editor.startTime],
      firstDiagnostics: [performance.now() - started],
      edit: [],
      completion: [],
      hover: [],
    };
    await editor.quiet(URI);
    for (let round = 0; round < rounds; round++) {
      const start = { line: 0, character: 0 };
      times.edit.push(await editor.edit(URI, { start, end: start }, round % 2 === 0 ? "# a\n" : "# b\n"));
      times.completion.push((await editor.completion(URI, below(file.completionAt, round))).time);
      times.hover.push((await editor.hover(URI, below(file.hoverAt, round))).time);
    }
    return times;
  } finally {
    await editor.end();
  }
}

/** Where a place is after each round has added a line at the top. */
function below({ line, character }: Place, round: number): Place {
  return { line: line + round + 1, character };
}

/** The same in the page, where the client is, too: what comes from there would be measured with the way. */
async function measureWorker(
  { page, script, start }: WorkerPage,
  file: ValuesFile,
  rounds: number,
): Promise<Times> {
  const given: Given = { script, start, file, rounds, uri: URI, settings: { files: ["**/values.yaml"] } };
  return page.evaluate(inPage, given);
}

interface Given {
  readonly script: string;
  readonly start: WebServerStart;
  readonly file: ValuesFile;
  readonly rounds: number;
  readonly uri: string;
  readonly settings: object;
}

type Place = ValuesFile["hoverAt"];

/** Runs in the page, so it uses nothing from outside. */
async function inPage({ script, start, file, rounds, uri, settings }: Given) {
  const began = performance.now();
  const worker = new Worker(script);
  const answers = new Map<unknown, () => void>();
  let published: (() => void) | undefined;
  worker.onmessage = ({ data: message }) => {
    if (message.method === "textDocument/publishDiagnostics") published?.();
    else if (message.id !== undefined && message.method === undefined) answers.get(message.id)?.();
    else if (message.id !== undefined) {
      const result = message.method === "workspace/configuration" ? [settings] : null;
      worker.postMessage({ jsonrpc: "2.0", id: message.id, result });
    }
  };
  worker.postMessage(start);
  let ids = 0;
  const notify = (method: string, params: object) => worker.postMessage({ jsonrpc: "2.0", method, params });
  const timed = async (work: Promise<void>) => {
    const from = performance.now();
    await work;
    return performance.now() - from;
  };
  const request = (method: string, params: object) =>
    new Promise<void>((resolve) => {
      const id = ++ids;
      answers.set(id, resolve);
      worker.postMessage({ jsonrpc: "2.0", id, method, params });
    });
  const diagnostics = () =>
    new Promise<void>((resolve) => {
      published = resolve;
    });
  const capabilities = {
    workspace: { configuration: true },
    textDocument: {
      publishDiagnostics: { relatedInformation: true },
      hover: { contentFormat: ["markdown"] },
      completion: { completionItem: { snippetSupport: true, documentationFormat: ["markdown"] } },
    },
  };
  await request("initialize", { processId: null, rootUri: null, capabilities });
  const initialized = performance.now() - began;
  notify("initialized", {});
  const opened = diagnostics();
  notify("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version: 1, text: file.text } });
  await opened;
  const firstDiagnostics = performance.now() - began;
  await new Promise((resolve) => setTimeout(resolve, 500));
  const [edit, completion, hover]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    const next = diagnostics();
    const place = { line: 0, character: 0 };
    const contentChanges = [
      { range: { start: place, end: place }, text: round % 2 === 0 ? "# a\n" : "# b\n" },
    ];
    const changed = performance.now();
    notify("textDocument/didChange", { textDocument: { uri, version: round + 2 }, contentChanges });
    await next;
    edit.push(performance.now() - changed);
    const textDocument = { uri };
    const at = ({ line, character }: Place) => ({
      textDocument,
      position: { line: line + round + 1, character },
    });
    completion.push(await timed(request("textDocument/completion", at(file.completionAt))));
    hover.push(await timed(request("textDocument/hover", at(file.hoverAt))));
  }
  worker.terminate();
  return { initialized: [initialized], firstDiagnostics: [firstDiagnostics], edit, completion, hover };
}
