import { isBlockCollection } from "../yaml/lookup.ts";
import { parseYaml } from "../yaml/reader/parse.ts";
import { type Entry, Source } from "./entries.ts";
import { type Formatter, layOut, type Obstacle } from "./layout.ts";
import { shifted } from "./stand-ins.ts";

/** The budget for laying out parts: so many times the length of the text, and so many characters in any case. */
const MOST_TIMES = 12;
const LEAST_WORK = 20_000;

/**
 * The smallest entries of a text that cannot be laid out, each with the reason. Without `isCareful`, each entry is assumed to be safe or not
 * on its own; if that does not hold, the text still cannot be laid out with those kept.
 */
export async function unsafeEntries(
  source: Source,
  format: Formatter,
  isCareful: boolean,
): Promise<ReadonlyMap<Entry, Obstacle>> {
  const search = new Search(source, format, isCareful);
  for (const { root } of source.file.documents)
    if (isBlockCollection(root)) await search.among(source.entries(root), "unreadable");
  return search.found;
}

/** Lays parts of a text out on their own: halves of what fails, down to the smallest entries. */
class Search {
  readonly found = new Map<Entry, Obstacle>();
  /** The same in text order. */
  readonly #order: Entry[] = [];
  readonly #source: Source;
  readonly #format: Formatter;
  readonly #isCareful: boolean;
  /** The number of characters that may still be laid out. */
  #budget: number;

  constructor(source: Source, format: Formatter, isCareful: boolean) {
    this.#isCareful = isCareful;
    this.#source = source;
    this.#format = format;
    this.#budget = MOST_TIMES * source.file.text.length + LEAST_WORK;
  }

  /** Finds the unsafe ones among entries next to each other, of which some are unsafe if `reason` is given. */
  async among(entries: readonly Entry[], reason?: Obstacle): Promise<void> {
    const obstacle = reason ?? (await this.#obstacleIn(entries));
    const [first] = entries;
    if (obstacle === undefined || !first) return;
    const before = this.#order.length;
    if (this.#budget > 0) {
      if (entries.length > 1) {
        const middle = entries.length >> 1;
        await this.among(entries.slice(0, middle));
        const mayBeSafe = this.#isCareful || this.#order.length > before;
        await this.among(entries.slice(middle), mayBeSafe ? undefined : obstacle);
      } else if (isBlockCollection(first.value)) {
        await this.among(this.#source.entries(first.value), obstacle);
      }
    }
    const inside = this.#order.slice(before);
    if (inside.length > 0 && !this.#isCareful) return;
    if (inside.length > 0 && (await this.#obstacleIn(entries, inside)) === undefined) return;
    // Each entry is safe, but not all of them together; or no part of the only entry is unsafe alone.
    for (const entry of entries) {
      if (!this.found.has(entry)) this.#order.push(entry);
      this.found.set(entry, obstacle);
    }
  }

  /** The reason why entries cannot be laid out on their own, with those `inside` them kept as they are. */
  async #obstacleIn(entries: readonly Entry[], inside: readonly Entry[] = []): Promise<Obstacle | undefined> {
    const [first, last] = [entries[0], entries.at(-1)];
    if (!first || !last) return undefined;
    const { lead } = first;
    const { lines } = this.#source;
    const texts: string[] = [];
    for (let line = lead; line <= last.last; line++) texts.push(lines.text(line));
    // Text on the same line before the first entry is not part of it.
    const index = first.first - lead;
    texts[index] = " ".repeat(first.column) + (texts[index] ?? "").slice(first.column);
    const text = `${texts.map((line) => shifted(line, -first.column)).join("\n")}\n`;
    this.#budget -= text.length;
    const part = new Source(parseYaml(text));
    if (part.file.refused) return "unreadable";
    const kept = inside.map((entry) => ({
      ...entry,
      first: entry.first - lead,
      last: entry.last - lead,
      column: entry.column - first.column,
    }));
    const result = await layOut(part, this.#format, kept);
    return "obstacle" in result ? result.obstacle : undefined;
  }
}
