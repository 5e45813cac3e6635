import { type ChangedLines, changedLines } from "../../core/rendered/changed-lines.ts";
import { fieldId } from "../../core/rendered/rendered-object.ts";
import { type Rendering, readRendering, renderingChanges } from "../../core/rendered/rendering.ts";
import type { ReleaseStack } from "../../core/values/release-stack.ts";
import { keepLast } from "../../core/yaml/memo.ts";
import { partedAddress } from "../embedded/embedded-parts.ts";
import type { Renderings } from "./renderings.ts";

/** A revision of a release in a cluster. */
export interface Revision {
  /** Its name, for people. */
  readonly name: string;
  readonly release: string;
  readonly namespace: string;
  /** The manifest that was applied, with its hooks. */
  readonly manifest: string;
}

/** The state with which objects are compared: since all their files were saved, since they were first asked for, or with a revision by its name. */
export type Since = "saved" | "opened" | { readonly revision: string };

/** Changes of rendered objects since a saved, an opened or a deployed state. */
export interface ChangedSince extends ChangedLines {
  readonly since: Since;
  /** The number of fields that are not compared, because they are different each time that Helm renders. */
  readonly unstable: number;
}

interface Base {
  readonly since: Since;
  readonly rendering: Rendering;
  /** The stack that was rendered; not known of a revision. */
  readonly stack?: ReleaseStack;
  readonly as?: ReleaseStack["as"];
}

/** The maximum number of remembered pages. */
const MOST_KEPT = 20;

/** Compares the renderings of pages with earlier ones, or with a revision in a cluster. */
export class RenderingBaselines {
  readonly #renderings: Renderings;
  readonly #bases = new Map<string, Base>();
  /** The fields that are different each time, by the page; measured once, when something has changed. */
  readonly #unstable = new Map<string, ReadonlySet<string>>();

  constructor(renderings: Renderings) {
    this.#renderings = renderings;
  }

  /** Compares a page with a revision from now on. */
  compareWith(page: string, { name, release, namespace, manifest }: Revision): void {
    const rendering = readRendering(manifest);
    const base = { since: { revision: name }, rendering, as: { release, namespace } };
    keepLast(this.#bases, page, base, MOST_KEPT);
  }

  /** Compares a page with what is saved again. */
  compareWithSaved(page: string): void {
    this.#bases.delete(page);
  }

  /** The values of a page as they are compared: with the name of the release whose revision it is. */
  stackOf(page: string, stack: ReleaseStack): ReleaseStack {
    const as = this.#bases.get(page)?.as;
    return as ? { ...stack, as } : stack;
  }

  /** Compares a page with its saved, opened or deployed state. `unsaved` are the addresses of files that are not saved. */
  async changes(
    page: string,
    stack: ReleaseStack,
    now: Rendering,
    unsaved: readonly string[],
    signal: AbortSignal,
  ): Promise<ChangedSince> {
    const isSaved = !stack.files.some(({ uri }) => uri && unsaved.includes(partedAddress(uri).uri));
    const known = this.#bases.get(page);
    const isKept = known && (!isSaved || typeof known.since === "object");
    const base: Base = isKept ? known : { since: isSaved ? "saved" : "opened", rendering: now, stack };
    keepLast(this.#bases, page, base, MOST_KEPT);
    const { since, rendering } = base;
    const changes = renderingChanges(now, rendering);
    const unstable =
      changes.length > 0 ? await this.#differentEachTime(page, base, stack, now, signal) : new Set<string>();
    const stable = changes.filter((change) => !unstable.has(fieldId(change)));
    return { ...changedLines(rendering, now, stable), since, unstable: unstable.size };
  }

  async #differentEachTime(
    page: string,
    base: Base,
    stack: ReleaseStack,
    now: Rendering,
    signal: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    const known = this.#unstable.get(page);
    if (known) return known;
    // An older rendering tells more: dates are the same within a second.
    const [before, same] = base.stack ? [base.rendering, base.stack] : [now, stack];
    const later = await this.#renderings.again(same, signal);
    if (!("objects" in later)) return new Set();
    const found = new Set(renderingChanges(before, later).map(fieldId));
    keepLast(this.#unstable, page, found, MOST_KEPT);
    return found;
  }
}
