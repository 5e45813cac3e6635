/** The answers to one question, counted. */
export interface Count {
  asked: number;
  throws: number;
  wrong: number;
  slow: number;
  /** The longest answer, in milliseconds of this machine, whatever else it did at that time. */
  slowest: number;
}

/** Something that was found, with the smallest text that shows it. */
export interface Found {
  readonly kind: "throw" | "wrong" | "slow" | "endless";
  readonly question: string;
  readonly index: number;
  readonly context: string;
  readonly message: string;
  readonly text: string;
  /** The text of its second file, where it has one. */
  readonly other: string;
}

/** The heap after garbage was collected, in bytes, once so many documents were read. */
export interface Heap {
  readonly documents: number;
  readonly bytes: number;
}

const MB = 1024 * 1024;

/** The number of samples that are needed to see growth. */
const FEWEST_SAMPLES = 10;
/** After how many documents, at least, all that is read once is read, and the caches are full. */
const FULL = 10_000;
/** The growth that caches may cause, in megabytes for the whole run. */
const MOST_GROWTH = 10;

/** The answers as a table, those that took longest first. */
export function countsTable(counts: ReadonlyMap<string, Count>): string {
  const rows = [...counts].sort(([, a], [, b]) => b.slowest - a.slowest);
  const cells = rows.map(([name, { asked, throws, wrong, slow, slowest }]) =>
    [
      name,
      ...[asked, throws, wrong, slow, Math.round(slowest)].map((number) => number.toLocaleString("en")),
    ].join(" | "),
  );
  return [
    "| question | asked | throws | wrong | above 400 ms | slowest, ms |",
    "|---|---:|---:|---:|---:|---:|",
    ...cells.map((row) => `| ${row} |`),
  ].join("\n");
}

/** The growth of the heap during most of a run, as a sentence, with a flag if it exceeds that of caches. */
export function growth(heaps: readonly Heap[]): { readonly sentence: string; readonly isGrowing: boolean } {
  const full = Math.max(FULL, (heaps.at(-1)?.documents ?? 0) / 5);
  const kept = heaps.filter(({ documents }) => documents >= full);
  const [first, last] = [kept[0], kept.at(-1)];
  if (!first || !last || kept.length < FEWEST_SAMPLES) {
    return { sentence: "Too few documents to see whether memory grows.", isGrowing: false };
  }
  const mean = (figure: (heap: Heap) => number) =>
    kept.reduce((sum, heap) => sum + figure(heap), 0) / kept.length;
  const [x, y] = [mean(({ documents }) => documents), mean(({ bytes }) => bytes)];
  const slope =
    kept.reduce((sum, heap) => sum + (heap.documents - x) * (heap.bytes - y), 0) /
    kept.reduce((sum, heap) => sum + (heap.documents - x) ** 2, 0);
  const grown = (slope * (last.documents - first.documents)) / MB;
  const sentence =
    `Heap after garbage collection: ${(first.bytes / MB).toFixed(1)} MB after ${first.documents.toLocaleString("en")} documents, ` +
    `${(last.bytes / MB).toFixed(1)} MB after ${last.documents.toLocaleString("en")}; ` +
    `slope ${((slope * 100_000) / MB).toFixed(2)} MB for 100,000 documents.`;
  return { sentence, isGrowing: grown > MOST_GROWTH };
}

/** A finding as text for the person who mends it. */
export function foundText({ kind, question, index, context, message, text, other }: Found): string {
  return `${kind}: ${question}, document ${index}, ${context}\n  ${message.split("\n").slice(0, 6).join("\n  ")}\n  ${JSON.stringify(text)}\n  with ${JSON.stringify(other)}`;
}
