import type { ClusterTarget } from "../cluster/target.ts";
import type { ClusterSnapshot, ViewState } from "./cluster-snapshot.ts";

/** One refresh of the view. Once it has ended, it no longer changes what is shown. */
export interface ViewReading {
  /** Aborted when another refresh began, or the person cancelled this one. */
  readonly signal: AbortSignal;
  /** Shows what is known so far. */
  show(snapshot: ClusterSnapshot): void;
  /** Says why there is nothing to show; what was shown before stays. */
  fail(sentence: string): void;
  end(): void;
}

/** The view of the cluster, for the commands that fill it. */
export interface ClusterView {
  /** Begins a refresh; one that is still running is ended. */
  begin(): ViewReading;
  /** Ends the running refresh, if there is one. */
  cancel(): void;
  /** The cluster that is shown; undefined before one was read. */
  shown(): ClusterTarget | undefined;
}

/** What the view shows and when. */
export interface ViewReadings extends ClusterView {
  /** What was read so far. */
  read(): Omit<ViewState, "settings">;
}

/** Keeps what was read last. `changed` is called with whether a refresh is running; `now` returns a time for people. */
export function createViewReadings(changed: (isBusy: boolean) => void, now: () => string): ViewReadings {
  let current: AbortController | undefined;
  let state: Omit<ViewState, "settings"> = {};
  return {
    read: () => state,
    shown: () => state.snapshot?.target,
    cancel() {
      current?.abort();
      current = undefined;
      changed(false);
    },
    begin() {
      current?.abort();
      const own = new AbortController();
      current = own;
      changed(true);
      const take = (next: Omit<ViewState, "settings">) => {
        if (current !== own) return;
        state = next;
        changed(true);
      };
      return {
        signal: own.signal,
        show: (snapshot) => take({ snapshot, at: now() }),
        fail: (problem) => take({ ...state, problem }),
        end() {
          if (current !== own) return;
          current = undefined;
          changed(false);
        },
      };
    },
  };
}
