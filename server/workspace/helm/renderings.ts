import type { Trial } from "../../core/language-service.ts";
import { type Rendering, readRendering } from "../../core/rendered/rendering.ts";
import { type HelmComplaint, helmComplaints } from "../../core/values/helm-verdict.ts";
import type { ReleaseStack } from "../../core/values/release-stack.ts";
import { keepLast } from "../../core/yaml/memo.ts";
import {
  type Asked,
  type HelmPorts,
  keyOf,
  type NotAsked,
  type RenderSilence,
  renderQuestion,
} from "./render-question.ts";

/** Why there are no objects: Helm was not asked, did not answer, or refused, with what it complained about. */
export type NotRendered =
  | { readonly notAsked: NotAsked }
  | { readonly noAnswer: RenderSilence }
  | { readonly complaints: readonly HelmComplaint[] };

/** How many renderings are kept at most; the one that was not asked for the longest time is forgotten. */
const MOST_KEPT = 60;

/** What Helm makes of values, kept as long as neither they nor the chart change. */
export class Renderings {
  readonly #ports: HelmPorts;
  readonly #kept = new Map<string, Rendering | NotRendered>();

  constructor(ports: HelmPorts) {
    this.#ports = ports;
  }

  /** What Helm renders with a stack, with other values in it. */
  async of(
    stack: ReleaseStack,
    signal: AbortSignal,
    others: readonly Trial[] = [],
  ): Promise<Rendering | NotRendered> {
    const asked = this.#asked(stack, others);
    if (typeof asked === "string") return { notAsked: asked };
    const key = keyOf(asked);
    const found = this.#kept.get(key) ?? (await this.#render(asked, signal));
    if ("noAnswer" in found) return found;
    keepLast(this.#kept, key, found, MOST_KEPT);
    return found;
  }

  /** What Helm renders with a stack now, although that is known: it may be something else each time. */
  async again(stack: ReleaseStack, signal: AbortSignal): Promise<Rendering | NotRendered> {
    const asked = this.#asked(stack, []);
    return typeof asked === "string" ? { notAsked: asked } : this.#render(asked, signal);
  }

  /** Tells the values of a stack, and their chart, from all others; `undefined` if Helm cannot be asked about them. */
  questionOf(stack: ReleaseStack): string | undefined {
    const asked = this.#asked(stack, []);
    return typeof asked === "string" ? undefined : keyOf(asked);
  }

  #asked(stack: ReleaseStack, others: readonly Trial[]): Asked | NotAsked {
    const asked = renderQuestion(this.#ports, stack);
    if (typeof asked === "string") return asked;
    const { values, sets } = asked.question;
    const texts = others.flatMap((one) => one.values ?? []);
    const question = {
      ...asked.question,
      values: [...values, ...texts.map((text) => ({ name: "", text }))],
      sets: [...sets, ...others.flatMap((one) => one.entries ?? [])],
      isShown: true as const,
    };
    return { ...asked, question };
  }

  async #render(asked: Asked, signal: AbortSignal): Promise<Rendering | NotRendered> {
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
