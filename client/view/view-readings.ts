import type { ClusterTarget } from "../cluster/target.ts";
import type { ClusterSnapshot, ViewState } from "./cluster-snapshot.ts";

/** One refresh of the view. After it has ended, nothing of it is shown any more. */
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
  /** Begins a refresh; one that still runs is ended. */
  begin(): ViewReading;
  /** Ends the refresh that runs, if there is one. */
  cancel(): void;
  /** The cluster that is shown; nothing before one was read. */
  shown(): ClusterTarget | undefined;
}

/** What the view shows and when. */
export interface ViewReadings extends ClusterView {
  /** What was read so far. */
  read(): Omit<ViewState, "settings">;
}

/** Keeps what was read last. `changed` is called with whether a refresh runs; `now` is a time for people. */
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
