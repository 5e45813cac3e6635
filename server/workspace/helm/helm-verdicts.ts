import { type HelmComplaint, helmComplaints } from "../../core/values/helm-verdict.ts";
import type { ReleaseStack } from "../../core/values/release-stack.ts";
import { keepLast } from "../../core/yaml/memo.ts";
import type { Answer } from "../files/answer.ts";
import {
  type HelmPorts,
  type NotAsked,
  type QuestionWithChart,
  questionKey,
  type RenderAnswer,
  type RenderSilence,
  renderQuestion,
} from "./render-question.ts";

/** Helm's verdict on values: it renders them, has complaints, or gave no answer. */
export type Verdict = Answer<object, { readonly complaints: readonly HelmComplaint[] }, RenderSilence>;

interface KnownVerdict {
  readonly verdict: Verdict;
  readonly key: string;
}

/** The maximum number of remembered verdicts; the oldest is forgotten. */
const MOST_KNOWN = 500;

/**
 * Helm's verdicts on values, remembered as long as neither the values nor the chart change. One question at a time: a new one stops the one before
 * it.
 */
export class HelmVerdicts {
  readonly #ports: HelmPorts;
  readonly #known = new Map<string, KnownVerdict>();
  #running = new AbortController();

  constructor(ports: HelmPorts) {
    this.#ports = ports;
  }

  /** The verdict on exactly these values; `undefined` if Helm was not asked, or was asked about others. */
  of(stack: ReleaseStack): Verdict | undefined {
    const known = this.#known.get(stackKey(stack));
    if (!known) return undefined;
    const asked = renderQuestion(this.#ports, stack);
    return typeof asked === "object" && questionKey(asked) === known.key ? known.verdict : undefined;
  }

  /** The last verdict on the same release or file, perhaps with other values. */
  last(stack: ReleaseStack): Verdict | undefined {
    return this.#known.get(stackKey(stack))?.verdict;
  }

  /** The reason why Helm cannot be asked about values; `undefined` if it can. */
  whyNot(stack: ReleaseStack): NotAsked | undefined {
    const asked = renderQuestion(this.#ports, stack);
    return typeof asked === "string" ? asked : undefined;
  }

  /** Asks Helm about values, unless that is known; `undefined` if it cannot be asked, or was stopped. */
  async ask(stack: ReleaseStack): Promise<Verdict | undefined> {
    const known = this.of(stack);
    // Links are no part of what is known of a chart.
    if (known && !isOutOfReach(known)) return known;
    const asked = renderQuestion(this.#ports, stack);
    if (typeof asked === "string") return undefined;
    this.stop();
    const { signal } = this.#running;
    const verdict = verdictOf(await this.#ports.ask(asked.question, signal), asked);
    if (verdict.is === "unknown" && verdict.why.noAnswer === "stopped") return undefined;
    keepLast(this.#known, stackKey(stack), { key: questionKey(asked), verdict }, MOST_KNOWN);
    return verdict;
  }

  /** Stops what is running. */
  stop(): void {
    this.#running.abort();
    this.#running = new AbortController();
  }

  /** Has Helm asked again about everything. */
  forget(): void {
    this.#known.clear();
  }
}

function isOutOfReach(verdict: Verdict): boolean {
  if (verdict.is !== "unknown") return false;
  const { noAnswer } = verdict.why;
  return noAnswer === "leads-out" || noAnswer === "unchecked-links";
}

/** Tells a release or file from all others. */
export function stackKey({ release, files }: ReleaseStack): string {
  return JSON.stringify([release ?? "", release === undefined ? files.map(({ uri }) => uri) : []]);
}

function verdictOf(answer: RenderAnswer, { name, texts }: QuestionWithChart): Verdict {
  switch (answer.is) {
    case "yes":
      return { is: "yes" };
    case "no":
      return { is: "no", complaints: helmComplaints(answer.error, { name, texts }) };
    case "unknown":
      return answer;
  }
}
