import type { Trial } from "../../core/language-service.ts";
import { type Rendering, readRendering } from "../../core/rendered/rendering.ts";
import { type HelmComplaint, helmComplaints } from "../../core/values/helm-verdict.ts";
import type { ReleaseStack } from "../../core/values/release-stack.ts";
import { keepLast } from "../../core/yaml/memo.ts";
import {
  type HelmPorts,
  type NotAsked,
  type QuestionWithChart,
  questionKey,
  type RenderSilence,
  renderQuestion,
} from "./render-question.ts";

/** The reason why there are no objects: Helm was not asked, did not answer, or refused, with its complaints. */
export type NotRendered =
  | { readonly notAsked: NotAsked }
  | { readonly noAnswer: RenderSilence }
  | { readonly complaints: readonly HelmComplaint[] };

/** The maximum number of renderings that are kept; the least recently used is forgotten. */
const MOST_KEPT = 60;

/** Renderings of values by Helm, kept as long as neither the values nor the chart change. */
export class Renderings {
  readonly #ports: HelmPorts;
  readonly #kept = new Map<string, Rendering | NotRendered>();

  constructor(ports: HelmPorts) {
    this.#ports = ports;
  }

  /** The rendering of a stack with other values in it. */
  async of(
    stack: ReleaseStack,
    signal: AbortSignal,
    others: readonly Trial[] = [],
  ): Promise<Rendering | NotRendered> {
    const asked = this.#asked(stack, others);
    if (typeof asked === "string") return { notAsked: asked };
    const key = questionKey(asked);
    const found = this.#kept.get(key) ?? (await this.#render(asked, signal));
    if ("noAnswer" in found) return found;
    keepLast(this.#kept, key, found, MOST_KEPT);
    return found;
  }

  /** Renders a stack again, although its rendering is known: it may be different each time. */
  async again(stack: ReleaseStack, signal: AbortSignal): Promise<Rendering | NotRendered> {
    const asked = this.#asked(stack, []);
    return typeof asked === "string" ? { notAsked: asked } : this.#render(asked, signal);
  }

  /** Identifies the values of a stack and their chart; `undefined` if Helm cannot be asked about them. */
  questionOf(stack: ReleaseStack): string | undefined {
    const asked = this.#asked(stack, []);
    return typeof asked === "string" ? undefined : questionKey(asked);
  }

  #asked(stack: ReleaseStack, others: readonly Trial[]): QuestionWithChart | NotAsked {
    const asked = renderQuestion(this.#ports, stack);
    if (typeof asked === "string") return asked;
    const { values, sets } = asked.question;
    const texts = others.flatMap((trial) => trial.values ?? []);
    const question = {
      ...asked.question,
      values: [...values, ...texts.map((text) => ({ name: "", text }))],
      sets: [...sets, ...others.flatMap((trial) => trial.entries ?? [])],
      isShown: true as const,
    };
    return { ...asked, question };
  }

  async #render(asked: QuestionWithChart, signal: AbortSignal): Promise<Rendering | NotRendered> {
    const answer = await this.#ports.ask(asked.question, signal);
    switch (answer.is) {
      case "yes":
        return readRendering(answer.output ?? "");
      case "no":
        return { complaints: helmComplaints(answer.error, asked) };
      case "unknown":
        return { noAnswer: answer.why };
    }
  }
}
