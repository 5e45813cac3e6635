import type { Disposable } from "vscode";

/** Something that is in use while a file of ours has the focus: other files are not affected. */
export interface WhileOurs extends Disposable {
  /** Says whether the focused editor shows a file of ours. */
  follow(isOurs: boolean): void;
}

/** Begins `use` when a file of ours gets the focus, and ends it when another one does. */
export function whileOurs(use: () => Disposable): WhileOurs {
  let inUse: Disposable | undefined;
  const stop = () => {
    inUse?.dispose();
    inUse = undefined;
  };
  return {
    follow(isOurs) {
      if (isOurs) inUse ??= use();
      else stop();
    },
    dispose: stop,
  };
}
