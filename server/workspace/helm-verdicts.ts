import { type HelmComplaint, helmComplaints } from "../core/values/helm-verdict.ts";
import type { ReleaseStack } from "../core/values/release-stack.ts";
import { keepLast } from "../core/yaml/memo.ts";
import {
  type Asked,
  type HelmPorts,
  keyOf,
  type NotAsked,
  type RenderAnswer,
  renderQuestion,
} from "./render-question.ts";

/** What became of asking about values. */
export interface Verdict {
  readonly answer: RenderAnswer;
  readonly complaints: readonly HelmComplaint[];
}

interface Known extends Verdict {
  readonly key: string;
}

/** How many releases and files are remembered at most; the oldest is forgotten. */
const MOST_KNOWN = 500;

/**
 * What Helm says of values, as long as neither they nor the chart change. One question at a time: a new one stops the one before it.
 */
export class HelmVerdicts {
  readonly #ports: HelmPorts;
  readonly #known = new Map<string, Known>();
  #running = new AbortController();

  constructor(ports: HelmPorts) {
    this.#ports = ports;
  }

  /** What Helm said of these very values; `undefined` if it was not asked, or was asked about others. */
  of(stack: ReleaseStack): Verdict | undefined {
    const known = this.#known.get(nameOf(stack));
    if (!known) return undefined;
    const asked = renderQuestion(this.#ports, stack);
    return typeof asked === "object" && keyOf(asked) === known.key ? known : undefined;
  }

  /** What Helm said last of what may have been other values of the same release or file. */
  last(stack: ReleaseStack): Verdict | undefined {
    return this.#known.get(nameOf(stack));
  }

  /** Why Helm cannot be asked about values; `undefined` if it can. */
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
    const answer = await this.#ports.ask(asked.question, signal);
    if ("noAnswer" in answer && answer.noAnswer === "stopped") return undefined;
    const verdict = { key: keyOf(asked), answer, complaints: complaintsOf(answer, asked) };
    keepLast(this.#known, nameOf(stack), verdict, MOST_KNOWN);
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

function isOutOfReach({ answer }: Verdict): boolean {
  return "noAnswer" in answer && (answer.noAnswer === "leads-out" || answer.noAnswer === "unchecked-links");
}

/** Tells a release or file from all others. */
export function nameOf({ release, files }: ReleaseStack): string {
  return JSON.stringify([release ?? "", release === undefined ? files.map(({ uri }) => uri) : []]);
}

function complaintsOf(answer: RenderAnswer, { name, texts }: Asked): readonly HelmComplaint[] {
  return "refusal" in answer ? helmComplaints(answer.refusal, { name, texts }) : [];
}
