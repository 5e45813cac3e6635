import type { ClusterView, ViewState } from "../operation/cluster-view.ts";

export interface ViewReadings extends ClusterView {
  read(): Omit<ViewState, "settings">;
}

/** Keeps the latest readings. `changed` is called with true while a refresh is running; `now` returns a time for people. */
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
      const controller = new AbortController();
      current = controller;
      changed(true);
      const take = (next: Omit<ViewState, "settings">) => {
        if (current !== controller) return;
        state = next;
        changed(true);
      };
      return {
        signal: controller.signal,
        show: (snapshot) => take({ snapshot, time: now() }),
        fail: (problem) => take({ ...state, problem }),
        end() {
          if (current !== controller) return;
          current = undefined;
          changed(false);
        },
      };
    },
  };
}
