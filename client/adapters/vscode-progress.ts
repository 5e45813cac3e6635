import { ProgressLocation, window } from "vscode";
import type { Progress } from "../installation-ports.ts";
import { withoutLinks } from "./without-links.ts";

/** Shows progress as a message that can be cancelled. */
export const vscodeProgress: Progress = {
  async show(title, task) {
    const options = {
      location: ProgressLocation.Notification,
      title: withoutLinks(title),
      cancellable: true,
    };
    return window.withProgress(options, (progress, token) => {
      const cancelled = new AbortController();
      token.onCancellationRequested(() => cancelled.abort());
      return task((message) => progress.report({ message: withoutLinks(message) }), cancelled.signal);
    });
  },
};
