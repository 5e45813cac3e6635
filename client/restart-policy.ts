/** How often a server that stops by itself is started again. */
export interface RestartLimit {
  readonly restarts: number;
  readonly withinMilliseconds: number;
}

/** Four restarts within three minutes. */
export const RESTART_LIMIT: RestartLimit = { restarts: 4, withinMilliseconds: 3 * 60 * 1000 };

/** Decides after each unexpected stop whether to start again. */
export interface RestartPolicy {
  /** Notes a stop at `now` (milliseconds); true when the server may be started again. */
  mayRestart(now: number): boolean;
  /** Forgets the stops so far: the person asked for a fresh start. */
  reset(): void;
}

/** Makes a policy that allows `limit.restarts` restarts in any stretch of `limit.withinMilliseconds`. */
export function createRestartPolicy(limit: RestartLimit = RESTART_LIMIT): RestartPolicy {
  let stops: number[] = [];
  return {
    mayRestart(now) {
      stops = [...stops.filter((stop) => now - stop < limit.withinMilliseconds), now];
      return stops.length <= limit.restarts;
    },
    reset() {
      stops = [];
    },
  };
}
