// The cases, drawn from a seed: which change of a release is hit by which fault at which moment.

/** How a change can be hit. */
export const FAULTS = [
  "Helm killed",
  "Cancel",
  "API server stopped",
  "API server killed",
  "connection cut",
  "extension host killed",
] as const;
export type FaultName = (typeof FAULTS)[number];

/**
 * How far a change is, in order, by what Helm has asked of the API server. `preparing`: only reading so far. `starting`: Helm
 * changes, but has not recorded the revision. `recorded`: it has, and has written no object. `applying`: it writes objects.
 * `waiting`: all are written. `finishing`: it records the end. `undoing`: it undoes what failed. `printing`: it says the end.
 */
export const PHASES = [
  "preparing",
  "starting",
  "recorded",
  "applying",
  "waiting",
  "finishing",
  "undoing",
  "printing",
] as const;
export type Phase = (typeof PHASES)[number];

/** When the fault comes. */
export interface Moment {
  readonly phase: Phase;
  /** At which request of Helm in this phase, from 1; where there are fewer, at the first one behind the phase. */
  readonly nth: number;
  /** Before the API server hears of it, or when it has done it and Helm has not heard of that. */
  readonly at: "request" | "answer";
  /** Milliseconds after that. */
  readonly later: number;
}

/** One case. */
export interface KillCase {
  /** From 1. */
  readonly number: number;
  readonly helm: 3 | 4;
  readonly way: "install" | "upgrade";
  readonly wait: boolean;
  readonly rollbackOnFailure: boolean;
  readonly fault: FaultName;
  readonly moment: Moment;
  /** How long the API server or the connection is away, in milliseconds; else until the command has ended. */
  readonly away: number | undefined;
  /** Whether the person has kubectl: what becomes of a release does not depend on it, and more cases fit into an hour without. */
  readonly kubectl: boolean;
  /** Whether a connection that is cut is refused from then on, or taken and dropped. */
  readonly refuses: boolean;
}

/** Gives numbers from 0 to 1, always the same for one seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Each phase as often as there is something to be found in it. */
const DRAWN: readonly Phase[] = [
  "preparing",
  ...(["starting", "starting", "recorded", "recorded"] as const),
  ...(["applying", "applying", "applying", "waiting", "waiting", "waiting"] as const),
  ...(["finishing", "finishing", "finishing", "undoing", "undoing", "undoing"] as const),
  "printing",
];

/** Up to which request of Helm a moment is drawn: as many as there are in this phase at least. */
const MOST: Readonly<Record<Phase, number>> = {
  preparing: 2,
  starting: 6,
  recorded: 3,
  applying: 14,
  waiting: 3,
  finishing: 2,
  undoing: 12,
  printing: 1,
};

/** Cases in which each fault meets each Helm equally often; all else is drawn. */
export function drawCases(seed: number, count: number): readonly KillCase[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_none, index) => drawCase(index, random));
}

function drawCase(index: number, random: () => number): KillCase {
  const from = <T>(...choices: readonly [T, ...T[]]): T =>
    choices[Math.floor(random() * choices.length)] ?? choices[0];
  const upTo = (most: number) => 1 + Math.floor(random() * most);
  const [phase = "applying"] = [DRAWN[Math.floor(random() * DRAWN.length)]];
  const wait = phase === "waiting" ? from(true, true, false) : from(true, false);
  return {
    number: index + 1,
    fault: FAULTS[index % FAULTS.length] ?? "Cancel",
    helm: Math.floor(index / FAULTS.length) % 2 === 0 ? 3 : 4,
    way: from("install", "upgrade", "upgrade"),
    wait,
    rollbackOnFailure: phase === "undoing" || (phase === "waiting" && !wait) || from(true, false),
    moment: {
      phase,
      nth: upTo(MOST[phase]),
      at: from("request", "answer"),
      later: from(0, 0, 0, upTo(20), upTo(300)),
    },
    away: from(undefined, upTo(1500), 1000 + upTo(3000)),
    kubectl: Math.floor(index / (2 * FAULTS.length)) % 2 === 0,
    refuses: from(true, false),
  };
}
