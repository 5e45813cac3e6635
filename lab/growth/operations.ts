import type { Range } from "vscode-languageserver-types";
import { createLanguageService } from "../../server/core/create-language-service.ts";
import { KINDS, rootsOf } from "../../server/core/kinds.ts";
import { Analysis } from "../../server/core/semantics/analysis.ts";
import { DEFAULT_SETTINGS } from "../../server/core/settings.ts";
import { DEFAULT_HELM } from "../../server/core/values/release-stack.ts";
import { parseYaml } from "../../server/core/yaml/reader/parse.ts";
import { readSources } from "../../server/workspace/charts/read-sources.ts";
import { partsOf } from "../../server/workspace/embedded/embedded-parts.ts";
import { addressOf, DiskWorkspace } from "../../server/workspace/open/disk-workspace.ts";
import { fixAllIn } from "../../server/workspace/open/file-fixes.ts";
import { ProjectProblems } from "../../server/workspace/open/project-problems.ts";
import { readProjectSettings } from "../../server/workspace/settings/project.ts";
import { checkedText } from "../../test/embedded/checked-text.ts";
import { repository } from "../../test/support/repository.ts";
import { OF_CHARTS, OF_DEFINITIONS } from "./chart-operations.ts";
import { OF_NOTIFICATIONS } from "./notification-operations.ts";
import { atEveryPlace, atPlaces, type Operation, report, VALUES } from "./operation.ts";
import type { Shape } from "./shapes.ts";

const { sources } = readSources(repository);
const engine = createLanguageService(sources, () => DEFAULT_SETTINGS);

function analysed(text: string, { kind }: Shape): Analysis {
  if (kind !== "values" && kind !== "operator") throw new Error("This is not a document of the engine.");
  const file = parseYaml(text);
  const roots = rootsOf(file, KINDS[kind]);
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

const openedHere = async (text: string, shape: Shape) => ({ analysis: await opened(text, shape), engine });

function inDocument(name: string, action: (analysis: Analysis) => unknown): Operation {
  return {
    name,
    prepare: async (text, shape) => {
      const analysis = await opened(text, shape);
      return () => action(analysis);
    },
  };
}

function wholeRange(analysis: Analysis): Range {
  return analysis.range(0, analysis.file.text.length);
}

/** The commands that show what they would change. */
const CHANGES: readonly Operation[] = [
  report("likely fixes", ["--dry-run", "--unsafe"], "fix"),
  report("format", ["--dry-run"], "format"),
];

const OF_DOCUMENTS: readonly Operation[] = [
  {
    name: "open",
    prepare: (text, shape) => Promise.resolve(() => opened(text, shape)),
  },
  ...atEveryPlace(openedHere),
  inDocument("structure", (analysis) => {
    const range = wholeRange(analysis);
    engine.symbols(analysis);
    engine.folding(analysis);
    engine.codeLenses(analysis);
    engine.inlayHints(analysis, range);
    engine.selectionRanges(analysis, [range.start, range.end]);
  }),
  atPlaces("references", openedHere, ({ analysis }, offset) => {
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
  ...CHANGES,
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
    looksAt: (address) => address === uri,
    // Nothing is on the disk.
    mayLookAt: () => false,
    mayRead: () => false,
    holds: () => false,
    texts: new Map([[uri, { text: VALUES }]]),
    warn: () => undefined,
  });
  return { workspace, uri, root };
}

/** The first values in a document, and the engine. */
async function openedProduct(text: string, { file = "" }: Shape) {
  const { workspace, file: opened } = await checkedText(file, text);
  const [part = opened] = partsOf(opened);
  return { analysis: part.analysis, engine: workspace.service };
}

const OF_PRODUCTS: readonly Operation[] = [
  {
    name: "open",
    prepare:
      async (text, { file = "" }) =>
      () =>
        checkedText(file, text),
  },
  ...atEveryPlace(openedProduct),
  {
    name: "fix all",
    prepare: async (text, { file = "" }) => {
      const { workspace, file: opened } = await checkedText(file, text);
      return () => fixAllIn(workspace.service, opened, "likely");
    },
  },
  report("text report", []),
  ...CHANGES,
];

/** The operations on a text of a shape. */
export function operationsOf({ kind }: Shape): readonly Operation[] {
  return (
    {
      settings: OF_SETTINGS,
      chart: OF_CHARTS,
      definition: OF_DEFINITIONS,
      product: OF_PRODUCTS,
      notification: OF_NOTIFICATIONS,
    }[kind as string] ?? OF_DOCUMENTS
  );
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
