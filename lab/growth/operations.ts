import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Range } from "vscode-languageserver-types";
import { runProgram } from "../../server/cli/program.ts";
import { createLanguageService } from "../../server/core/language-service.ts";
import { Analysis } from "../../server/core/semantics/analysis.ts";
import { DEFAULT_SETTINGS } from "../../server/core/settings.ts";
import { DEFAULT_HELM } from "../../server/core/values/release-stack.ts";
import { parseYaml } from "../../server/core/yaml/reader/parse.ts";
import { addressOf, DiskWorkspace } from "../../server/workspace/disk-workspace.ts";
import { readProjectSettings } from "../../server/workspace/project.ts";
import { ProjectProblems } from "../../server/workspace/project-problems.ts";
import { readSources } from "../../server/workspace/read-sources.ts";
import { repository } from "../../test/support/repository.ts";
import type { Shape } from "./shapes.ts";

const { sources } = readSources(repository);
const engine = createLanguageService(sources, () => DEFAULT_SETTINGS);

/** What is done with a text; each gets it prepared as an editor has it, and what it takes is measured from there. */
interface Operation {
  readonly name: string;
  /** Prepares it, which is not measured, and returns what is. */
  readonly prepare: (text: string, shape: Shape) => Promise<() => unknown>;
}

/** How many places of a text are asked about, whatever its size. */
const PLACES = 5;

function analysed(text: string, { kind }: Shape): Analysis {
  if (kind === "settings") throw new Error("Settings are not a document of the engine.");
  const file = parseYaml(text);
  const roots = file.documents.map((document) => ({ kind, document, node: document.root }));
  return new Analysis("file:///values.yaml", 1, file, roots, [], DEFAULT_HELM, {
    setting: { chart: "cap-operator-chart" },
  });
}

/** A text that was opened and checked. */
async function opened(text: string, shape: Shape): Promise<Analysis> {
  const analysis = analysed(text, shape);
  await engine.diagnostics(analysis);
  return analysis;
}

function inDocument(name: string, action: (analysis: Analysis) => unknown): Operation {
  return {
    name,
    prepare: async (text, shape) => {
      const analysis = await opened(text, shape);
      return () => action(analysis);
    },
  };
}

function atPlaces(name: string, action: (analysis: Analysis, offset: number) => unknown): Operation {
  return inDocument(name, async (analysis) => {
    const { length } = analysis.file.text;
    for (let place = 0; place <= PLACES; place++)
      await action(analysis, Math.floor((length * place) / PLACES));
  });
}

function wholeRange(analysis: Analysis): Range {
  return analysis.range(0, analysis.file.text.length);
}

const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-growth-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

function report(name: string, args: readonly string[]): Operation {
  return {
    name,
    prepare: async (text, { kind }) => {
      const isSettings = kind === "settings";
      writeFileSync(
        path.join(folder, ".cap-operator.yaml"),
        isSettings ? text : "chart: cap-operator-chart\nmaxFileSize: 16\n",
      );
      writeFileSync(
        path.join(folder, "values.yaml"),
        isSettings ? VALUES : `# cap-operator: ${kind}\n${text}`,
      );
      const io = {
        cwd: folder,
        env: {},
        packageFolder: repository,
        out: () => undefined,
        err: () => undefined,
        isOutTerminal: false,
        isErrTerminal: false,
        input: () => Promise.resolve(""),
      };
      const what = isSettings ? ["--all-releases"] : ["."];
      return () => runProgram(["check", ...args, ...what], io);
    },
  };
}

const VALUES = "controller:\n  replicas: 1\n";

const OF_DOCUMENTS: readonly Operation[] = [
  {
    name: "open",
    prepare: (text, shape) => Promise.resolve(() => opened(text, shape)),
  },
  atPlaces("hover", (analysis, offset) => engine.hover(analysis, analysis.text.positionAt(offset))),
  atPlaces("completion", (analysis, offset) =>
    engine.completion(analysis, analysis.text.positionAt(offset), { snippets: true }),
  ),
  inDocument("structure", (analysis) => {
    const range = wholeRange(analysis);
    engine.symbols(analysis);
    engine.folding(analysis);
    engine.codeLenses(analysis);
    engine.inlayHints(analysis, range);
    engine.selectionRanges(analysis, [range.start, range.end]);
  }),
  atPlaces("references", (analysis, offset) => {
    const position = analysis.text.positionAt(offset);
    engine.definition(analysis, position);
    engine.valueDefinition(analysis, position);
    engine.references(analysis, position, true);
  }),
  inDocument("fixes here", async (analysis) => {
    const found = await engine.diagnostics(analysis);
    const { range } = found[found.length >> 1] ?? { range: wholeRange(analysis) };
    return engine.codeActions(analysis, range, found);
  }),
  inDocument("all fixes", async (analysis) =>
    engine.codeActions(analysis, wholeRange(analysis), await engine.diagnostics(analysis)),
  ),
  inDocument("fix all", (analysis) => engine.fixAll(analysis, "likely")),
  inDocument("effective values", (analysis) => {
    engine.effectiveDocument(analysis.stack, "plain");
    engine.effectiveData(analysis.stack);
  }),
  report("text report", []),
  report("json report", ["-r", "json"]),
  report("sarif report", ["-r", "sarif"]),
  report("json report with fixes", ["-r", "json", "--fixes"]),
];

const OF_SETTINGS: readonly Operation[] = [
  { name: "open", prepare: (text) => Promise.resolve(() => readProjectSettings(text)) },
  {
    name: "problems of the settings",
    prepare: async (text) => {
      const { workspace, root } = workspaceWith(text);
      const file = parseYaml(text);
      const analysis = new Analysis(addressOf("/growth/.cap-operator.yaml"), 1, file, []);
      const problems = new ProjectProblems({
        service: workspace.service,
        releases: workspace.releases,
        complaints: () => [],
      });
      return () => problems.of(analysis, root);
    },
  },
  {
    name: "problems of a file",
    prepare: async (text) => {
      const { workspace, uri } = workspaceWith(text);
      return async () => {
        const looked = await workspace.file(uri);
        if ("problem" in looked) throw new Error(looked.problem);
        await workspace.problems.of(looked.file);
        const { analysis } = looked.file;
        engine.hover(analysis, { line: 1, character: 4 });
      };
    },
  },
  report("text report", []),
  report("json report", ["-r", "json"]),
];

function workspaceWith(text: string) {
  const { settings } = readProjectSettings(text);
  const root = addressOf("/growth");
  const uri = addressOf("/growth/values.yaml");
  const releases = settings.releases.map((release) => ({ ...release, root }));
  const workspace = new DiskWorkspace({
    sources,
    settings: { ...settings, releases },
    folders: [root],
    looksAt: (one) => one === uri,
    // Nothing is on the disk.
    mayLookAt: () => false,
    mayRead: () => false,
    holds: () => false,
    texts: new Map([[uri, { text: VALUES }]]),
    warn: () => undefined,
  });
  return { workspace, uri, root };
}

/** What is done with a text of a shape. */
export function operationsOf({ kind }: Shape): readonly Operation[] {
  return kind === "settings" ? OF_SETTINGS : OF_DOCUMENTS;
}

/** For how long one that is short is repeated, in milliseconds: the first rounds pay for the compiler. */
const REPEATED_FOR = 60;
const MOST_ROUNDS = 8;

/** The milliseconds of work that an operation takes on a text. */
export async function milliseconds({ prepare }: Operation, text: string, shape: Shape): Promise<number> {
  const times: number[] = [];
  const started = processorTime();
  while (times.length < MOST_ROUNDS && processorTime() - started < REPEATED_FOR) {
    const action = await prepare(text, shape);
    const from = processorTime();
    await action();
    times.push(processorTime() - from);
  }
  // The clock counts in steps, so that only the mean of short times means something.
  const warm = times.slice(times.length >> 1);
  return warm.reduce((sum, time) => sum + time, 0) / warm.length;
}

/** The milliseconds that this thread has worked: other work of the machine does not count. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
