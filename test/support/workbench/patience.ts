/**
 * How long a test waits for a state before it counts as a hang, in milliseconds. Nothing is expected to happen within any time:
 * this is here only so that what never happens ends the run, on a machine that is as busy as can be.
 */
export const PATIENCE_MS = 4 * 60_000;
