/** A mapping `m0` with the keys `k` and `j`, and so many levels above it, each of which merges the one below `width` times. */
export function mergesOfMerges(width: number, levels: number): string {
  const lines = ["m0: &m0 {k: 1, j: 2}"];
  for (let level = 1; level <= levels; level++) {
    const below = Array(width)
      .fill(`*m${level - 1}`)
      .join(", ");
    lines.push(`m${level}: &m${level}`, `  <<: [${below}]`);
  }
  return `${lines.join("\n")}\n`;
}

/** A mapping `m0` with the keys `k` and `j`, and so many levels above it, each of which merges the one below. */
export function mergesInARow(levels: number): string {
  return mergesOfMerges(1, levels);
}

/** The same with a key of its own, of another name, on each level. */
export function mergesOfOwnKeys(levels: number): string {
  return mergesInARow(levels).replace(/\n {2}<<: \[\*m(\d+)\]/g, "\n  <<: *m$1\n  own$1: 1");
}
