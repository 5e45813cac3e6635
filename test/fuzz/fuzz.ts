import type { Diagnostic } from "vscode-languageserver-types";
import { DEFAULT_SETTINGS } from "../../server/core/settings.ts";
import { createEngine } from "../core/support/engine.ts";
import { Dice } from "../helm/dice.ts";
import { Answers, Finding } from "./answers.ts";
import { analysed } from "./contexts.ts";
import type { FuzzDocument } from "./documents.ts";
import { type Asked, FEATURES, type Feature } from "./features.ts";
import { HOST_FEATURES } from "./host-features.ts";

/** Everything that is asked, by name. */
export const QUESTIONS: readonly (readonly [name: string, feature: Feature])[] = [
  ...Object.entries(FEATURES),
  ...Object.entries(HOST_FEATURES),
];

/** The question that every other one begins with: reading the text. */
export const READING = "reading";

const names = [
  {
    context: "test",
    issuers: [{ manager: "CertManager", name: "issuer" }],
    domains: ["example.com"],
    dnsTargets: ["x.example.com"],
  },
];
const engine = await createEngine({ ...DEFAULT_SETTINGS, inlayHints: "all" }, () => names);

/** Asks all questions, not only those whose turn it is. */
export const EVERYTHING = "everything";

/** The duration of an answer, and its fault. */
export interface Answer {
  readonly question: string;
  readonly milliseconds: number;
  /** The same without the time in which the processor did something else. */
  readonly processor: number;
  /** The error that was thrown, or the promise that the answer breaks. */
  readonly fault?: { readonly kind: "throw" | "wrong"; readonly message: string };
}

/**
 * Asks the questions about a document, one after the other: those whose turn it is, all of them, or one by its name. `told` gets each answer.
 * Each question has a place and arguments of its own, which are the same whatever else is asked.
 */
export async function askAll(
  { text, context, other, questions, index }: FuzzDocument,
  told: (answer: Answer) => void,
  wanted?: string,
): Promise<void> {
  let asked: Omit<Asked, "position" | "dice"> | undefined;
  await timed(READING, told, () => {
    const analysis = analysed(context, { text, other, dice: new Dice(questions) });
    let found: Promise<readonly Diagnostic[]> | undefined;
    const diagnostics = () => {
      found ??= engine.diagnostics(analysis);
      return found;
    };
    const root = analysis.firstValues;
    const stacks = root && analysis.stacksOf(root);
    const stack = stacks?.[questions % stacks.length];
    asked = { engine, analysis, stack, answers: new Answers(analysis.text), diagnostics };
  });
  for (const [number, [name, { oneIn, ask }]] of QUESTIONS.entries()) {
    const isAsked =
      wanted === undefined ? (index + number) % oneIn === 0 : wanted === EVERYTHING || name === wanted;
    const given = asked;
    if (!given || !isAsked) continue;
    const dice = new Dice(questions + number);
    const position = given.analysis.text.positionAt(placeIn(given.analysis.text.getText(), dice));
    await timed(name, told, () => ask({ ...given, position, dice }));
  }
}

/** A place where an editor can put a cursor: not before a byte order mark, nor between the two halves of a line break. */
function placeIn(text: string, dice: Dice): number {
  const at = dice.below(text.length + 1);
  return (at === 0 && text.startsWith("\uFEFF")) || text.slice(at - 1, at + 1) === "\r\n" ? at + 1 : at;
}

async function timed(question: string, told: (answer: Answer) => void, ask: () => unknown): Promise<void> {
  const [started, before] = [performance.now(), process.threadCpuUsage()];
  let fault: Answer["fault"];
  try {
    // Waiting for what is there already would take longer than most answers.
    const answer = ask();
    if (answer instanceof Promise) await answer;
  } catch (error) {
    if (error instanceof Finding) fault = { kind: "wrong", message: error.message };
    else
      fault = {
        kind: "throw",
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      };
  }
  const { user, system } = process.threadCpuUsage(before);
  const milliseconds = performance.now() - started;
  told({ question, milliseconds, processor: (user + system) / 1000, ...(fault && { fault }) });
}
