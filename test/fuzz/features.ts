import type { Diagnostic, DocumentSymbol, Position } from "vscode-languageserver-types";
import type { LanguageService } from "../../server/core/language-service.ts";
import { readRendering } from "../../server/core/rendered/rendering.ts";
import { RULES } from "../../server/core/rules/table.ts";
import type { Analysis } from "../../server/core/semantics/analysis.ts";
import type { ReleaseStack } from "../../server/core/values/release-stack.ts";
import type { Path } from "../../server/core/yaml/tree.ts";
import type { Dice } from "../helm/dice.ts";
import { type Answers, Finding } from "./answers.ts";

/** The subject of a question: a text and the state around it. */
export interface Asked {
  readonly engine: LanguageService;
  readonly analysis: Analysis;
  readonly stack: ReleaseStack | undefined;
  readonly position: Position;
  readonly dice: Dice;
  readonly answers: Answers;
  /** The diagnostics of the text: the first question that needs them waits for them. */
  readonly diagnostics: () => Promise<readonly Diagnostic[]>;
}

/** A question. `oneIn` is how many texts there are for one that is asked it: 1 if its answer costs little. */
export interface Feature {
  readonly oneIn: number;
  readonly ask: (asked: Asked) => unknown;
}

const each = (ask: Feature["ask"]): Feature => ({ oneIn: 1, ask });
/** A slow question, which takes longer than all others together. */
const seldom = (oneIn: number, ask: Feature["ask"]): Feature => ({ oneIn, ask });
/** A question about the values of a release. */
const ofStack =
  (ask: (stack: ReleaseStack, asked: Asked) => unknown): Feature["ask"] =>
  (asked) =>
    asked.stack && ask(asked.stack, asked);

const CODES = new Set(RULES.map(({ code }) => code));
const PLACES = ["controller", "webhook", "replicas", "image", "a", "domain", 0, "resources", "tolerations"];
const FORMS = ["annotated", "changed", "bare", "changed-bare", "plain"] as const;

/** A question for each function of the engine; the compiler refuses a function without one. */
export const FEATURES: Readonly<Record<keyof LanguageService, Feature>> = {
  chartKeys: each(({ engine }) => engine.chartKeys()),
  isOperatorChart: each(({ engine, stack }) => {
    const { atHand } = stack?.chart?.beside ?? {};
    return atHand && engine.isOperatorChart(atHand);
  }),
  chartOf: each(({ engine, analysis }) => engine.chartOf(analysis)),
  knownCharts: each(({ engine }) => engine.knownCharts()),
  completion: each(({ engine, analysis, position, dice, answers }) => {
    for (const item of engine.completion(analysis, position, { snippets: dice.oneIn(2) })) {
      if (item.textEdit && "range" in item.textEdit)
        answers.around(item.textEdit.range, position, item.label);
      if (item.additionalTextEdits) answers.edits(item.additionalTextEdits, item.label);
    }
  }),
  valuesFile: seldom(20, ({ engine, analysis, dice }) => {
    const word = analysis.text.getText().slice(dice.below(1000)).slice(0, 300);
    const values = JSON.stringify({
      [word]: { [dice.pick(PLACES)]: [word, { a: word }] },
      controller: { a: word },
    });
    return engine.valuesFile({
      listed: dice.pick(["cap-operator-0.34.0", "cap-operator-chart-1.0.0", word]),
      values,
    });
  }),
  keyAt: each(({ engine, analysis, position }) => engine.keyAt(analysis, position)),
  codesAt: each(({ engine, analysis, position }) => engine.codesAt(analysis, position)),
  resolveCompletion: seldom(10, ({ engine, analysis, position, dice }) => {
    const items = engine.completion(analysis, position, { snippets: true });
    return items.length > 0 && engine.resolveCompletion(dice.pick(items));
  }),
  entryKeys: seldom(
    10,
    ofStack((stack, { engine, dice, position }) => {
      const range = { start: position, end: position };
      return engine.entryKeys(stack, `${dice.pick(PLACES)}.${dice.pick(PLACES)}.`, range);
    }),
  ),
  hover: each(({ engine, analysis, position, answers }) => {
    const { range } = engine.hover(analysis, position) ?? {};
    if (range) answers.inside(range, "The hover");
  }),
  effectiveHover: each(({ engine, analysis, position, answers }) => {
    const { range } = engine.effectiveHover(analysis, position) ?? {};
    if (range) answers.inside(range, "The hover");
  }),
  diagnostics: each(async ({ diagnostics, answers }) => {
    for (const { code, range, message, relatedInformation = [] } of await diagnostics()) {
      if (!CODES.has(String(code))) throw new Finding(`No rule has the code ${code}.`);
      const words = typeof message === "string" ? message : message.value;
      if (/^$|undefined|\[object|\n/.test(words)) throw new Finding(`This is not a sentence: ${words}`);
      answers.inside(range, `A problem (${code})`);
      answers.places(
        relatedInformation.map(({ location: { uri, range: name } }) => ({ uri, name, whole: name })),
        `What belongs to a problem (${code})`,
      );
    }
  }),
  codeActions: seldom(20, async ({ engine, analysis, position, diagnostics, answers }) => {
    const all = await diagnostics();
    const here = all.filter(
      ({ range }) => range.start.line <= position.line && position.line <= range.end.line,
    );
    const about = here.slice(0, 1);
    const range = about[0]?.range ?? { start: position, end: position };
    for (const { title, edit } of await engine.codeActions(analysis, range, about)) {
      answers.edits(edit?.changes?.[analysis.text.uri] ?? [], title);
    }
  }),
  moveKey: each(({ engine, analysis, position, answers }) => {
    for (const { title, edit } of engine.moveKey(analysis, position))
      answers.edits(edit?.changes?.[analysis.text.uri] ?? [], title);
  }),
  repairingMoves: seldom(40, async ({ engine, analysis, position, answers }) => {
    for (const { title, edit } of await engine.repairingMoves(analysis, position, []))
      answers.edits(edit?.changes?.[analysis.text.uri] ?? [], title);
  }),
  fileStatusActions: each(({ engine, analysis }) => engine.fileStatusActions(analysis)),
  fixAll: seldom(40, async ({ engine, analysis, dice, answers }) => {
    const action = await engine.fixAll(analysis, dice.oneIn(3) ? "likely" : "safe");
    answers.edits(action?.edit?.changes?.[analysis.text.uri] ?? [], "all fixes");
  }),
  fixesFound: seldom(200, async ({ engine, analysis, answers }) => {
    for (const { title, range, edits } of (await engine.fixesFound(analysis)).fixes) {
      answers.inside(range, title);
      answers.edits(edits, title);
    }
  }),
  symbols: each(({ engine, analysis, answers }) => {
    const waiting: DocumentSymbol[] = [...engine.symbols(analysis)];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      answers.inside(next.range, next.name);
      answers.inside(next.selectionRange, next.name);
      for (const child of next.children ?? []) waiting.push(child);
    }
  }),
  folding: each(({ engine, analysis }) => {
    for (const { startLine, endLine } of engine.folding(analysis)) {
      if (startLine < endLine && endLine < analysis.text.lineCount) continue;
      throw new Finding(`Lines ${startLine} to ${endLine} are folded.`);
    }
  }),
  selectionRanges: each(({ engine, analysis, position, answers }) => {
    for (const first of engine.selectionRanges(analysis, [position])) {
      for (let next: typeof first | undefined = first; next; next = next.parent)
        answers.inside(next.range, "A selection");
    }
  }),
  definition: each(({ engine, analysis, position, answers }) => {
    const found = engine.definition(analysis, position);
    if (!found) return;
    answers.inside(found.name, "The anchor");
    answers.inside(found.value, "The value of the anchor");
  }),
  defaultsDefinition: each(({ engine, analysis, position }) => engine.defaultsDefinition(analysis, position)),
  valueDefinition: each(({ engine, analysis, position, answers }) =>
    answers.places(engine.valueDefinition(analysis, position), "The definition"),
  ),
  references: each(({ engine, analysis, position, answers }) =>
    answers.places(engine.references(analysis, position, true), "A reference"),
  ),
  renameRange: each(({ engine, analysis, position, answers }) => {
    const range = engine.renameRange(analysis, position);
    if (range) answers.inside(range, "The name");
  }),
  rename: each(({ engine, analysis, position, dice, answers }) => {
    const name = dice.pick(["b", "another-name", analysis.file.text.slice(0, dice.below(9))]);
    const renaming = engine.rename(analysis, position, name);
    if (renaming && "edits" in renaming) answers.edits(renaming.edits, "renaming");
  }),
  inlayHints: seldom(2, ({ engine, analysis, answers }) => {
    const end = { line: analysis.text.lineCount, character: 0 };
    for (const { position } of engine.inlayHints(analysis, { start: { line: 0, character: 0 }, end })) {
      answers.inside({ start: position, end: position }, "A hint");
    }
  }),
  codeLenses: each(({ engine, analysis, answers }) => {
    for (const { range, title } of engine.codeLenses(analysis)) answers.inside(range, title);
  }),
  effectiveDocument: seldom(20, ({ engine, stack, dice, answers }) => {
    const { origins } = engine.effectiveDocument(stack, dice.pick(FORMS));
    const places = origins.flatMap(({ place }) => place ?? []);
    answers.places(
      places.map(({ uri, range: name }) => ({ uri, name, whole: name })),
      "An origin",
    );
  }),
  effectiveOrigin: seldom(20, ({ engine, stack, dice }) =>
    engine.effectiveOrigin(stack, dice.pick(FORMS), dice.below(40)),
  ),
  effectiveData: seldom(20, ({ engine, stack }) => engine.effectiveData(stack)),
  trials: seldom(10, ({ engine, stack, dice }) => engine.trials(stack, pathFrom(dice))),
  objectProblems: seldom(20, ({ engine, analysis }) =>
    engine.objectProblems(readRendering(analysis.text.getText()).objects),
  ),
  valueOrigins: seldom(
    10,
    ofStack((stack, { engine, dice }) => engine.valueOrigins(stack, [pathFrom(dice)])),
  ),
  valuesFacts: seldom(10, ({ engine, stack }) => engine.valuesFacts(stack)),
  stackProblems: each(ofStack((stack, { engine }) => engine.stackProblems(stack))),
  fatalValues: each(ofStack((stack, { engine }) => engine.fatalValues(stack))),
  entryProblems: seldom(
    2,
    ofStack((stack, { engine }) => engine.entryProblems(stack)),
  ),
  fixableRules: seldom(5, ({ engine, analysis, position }) =>
    engine.fixableRules(analysis, { start: position, end: position }),
  ),
  fixable: seldom(5, ({ engine, analysis }) => engine.fixable(analysis)),
  rejectedEntries: each(ofStack((stack, { engine }) => engine.rejectedEntries(stack))),
  chartOfStack: each(ofStack((stack, { engine }) => engine.chartOfStack(stack))),
  publishedSince: seldom(
    10,
    ofStack((stack, { engine, dice }) => engine.publishedSince(stack, pathFrom(dice))),
  ),
  absentKey: seldom(
    10,
    ofStack((stack, { engine, dice }) => engine.absentKey(stack, pathFrom(dice))),
  ),
  jsonSchema: seldom(
    50,
    ofStack((stack, { engine }) => engine.jsonSchema("values", stack)),
  ),
  jsonSchemaForOthers: seldom(
    50,
    ofStack((stack, { engine }) => engine.jsonSchemaForOthers("values", stack)),
  ),
  comparedValues: seldom(
    20,
    ofStack((stack, { engine, dice }) => {
      const chart = dice.pick(engine.knownCharts());
      return engine.comparedValues({ stack, chart }, { stack, isDefaults: true });
    }),
  ),
  upgradeValues: seldom(
    50,
    ofStack(async (stack, { engine, analysis, dice, answers }) => {
      const upgrade = await engine.upgradeValues(stack, dice.pick(engine.knownCharts()));
      for (const { uri, edits } of [
        upgrade?.files,
        upgrade?.keepingDefaults,
        upgrade?.withoutIgnored,
      ].flatMap((files) => files ?? [])) {
        if (uri === analysis.text.uri) answers.edits(edits, "the upgrade");
      }
    }),
  ),
  pasted: each(({ engine, analysis, position, dice, answers }) => {
    const block = dice.pick([
      "replicas: 2",
      "resources:\n  limits:\n    cpu: 1",
      "- key: a\n  operator: Exists",
      "a",
    ]);
    const edit = engine.pasted(analysis, position, block);
    if (edit) answers.around(edit.range, position, block);
  }),
  snippets: each(({ engine, analysis, position, answers }) => {
    for (const { name, range } of engine.snippets(analysis, position)) answers.inside(range, name);
  }),
  missingDefaults: seldom(50, ({ engine, analysis, answers }) =>
    answers.edits(engine.missingDefaults(analysis), "the defaults"),
  ),
  defaultsDocument: seldom(200, ({ engine, dice }) =>
    engine.defaultsDocument(dice.oneIn(2) ? "values" : "operator", { comments: dice.oneIn(2) }),
  ),
  setValues: seldom(8, ({ engine, analysis, dice, answers }) => {
    const value = wordFrom(analysis, dice);
    const path = dice.oneIn(3) ? wordFrom(analysis, dice) : pathFrom(dice).join(".");
    const set = engine.setValues(analysis, [{ path, value }]);
    if ("edits" in set) answers.edits(set.edits, "setting a value");
  }),
  explainKey: each(({ engine, analysis, dice }) =>
    engine.explainKey("values", wordFrom(analysis, dice), analysis),
  ),
  keyNames: seldom(200, ({ engine, dice }) => engine.keyNames(dice.oneIn(2) ? "values" : "operator")),
  explainKeyInAll: seldom(4, ({ engine, analysis, dice }) =>
    engine.explainKeyInAll("values", wordFrom(analysis, dice)),
  ),
  searchKeys: seldom(100, ({ engine, analysis, dice }) =>
    engine.searchKeys("values", wordFrom(analysis, dice), analysis, 10),
  ),
};

/** A path that is often one of the schema. */
function pathFrom(dice: Dice): Path {
  return dice.several(1, 3, () => dice.pick(PLACES));
}

/** A part of the text, often one of its keys or values. */
function wordFrom({ file: { text } }: Analysis, dice: Dice): string {
  const at = dice.below(text.length + 1);
  const part = text.slice(at, at + 80);
  return (dice.oneIn(3) ? part : /[\w.[\]-]+/.exec(part)?.[0]) ?? "controller.replicas";
}
