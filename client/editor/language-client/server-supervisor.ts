import * as l10n from "@vscode/l10n";
import type { Followed, Output, Prompts } from "../../ports/editor.ts";
import { messageOf, ReportedError } from "../../texts/error-message.ts";
import { log } from "../../texts/log-line.ts";

/** The language server from start to stop. One that stops by itself in between is started again, within limits. */
export interface ServerRun {
  /** Resolves when the server answers; rejects when it cannot be started. */
  start(): Promise<void>;
  /** Stops the server, even if it is still starting; never rejects. */
  stop(): Promise<void>;
  request<R>(method: string, params: object, followed?: Followed): Promise<R>;
}

/** Reports of a run after its start. */
export interface ServerEvents {
  /** It stopped by itself, was started again, and answers. */
  restarted(): void;
  /** It stopped by itself and is not started again; why, as a sentence. */
  gaveUp(why: string): void;
}

type ServerLauncher = (events: ServerEvents) => Promise<ServerRun>;

/** Starts the language server when it is first needed, and reports when it is not available. */
export interface ServerSupervisor {
  /** Starts the server unless it is running or has been given up; failures are shown, not thrown. */
  ensureStarted(): Promise<void>;
  /** Stops the server if it runs, and starts it with a clean record. */
  restart(): Promise<void>;
  /** Asks the server, which is started first if needed; rejects with a readable message. */
  request<R>(method: string, params: object, followed?: Followed): Promise<R>;
  dispose(): Promise<void>;
}

interface SupervisorOptions {
  readonly launch: ServerLauncher;
  readonly prompts: Prompts;
  readonly output: Output;
  /** Called when the server has begun to answer, and when it has been given up. */
  readonly changed: () => void;
}

interface Attempt {
  readonly made: Promise<ServerRun>;
  readonly started: Promise<ServerRun>;
}

/** Makes a supervisor; nothing is started yet. */
export function createServerSupervisor(options: SupervisorOptions): ServerSupervisor {
  const { launch, prompts, output, changed } = options;
  let current: Attempt | undefined;
  let failure: string | undefined;
  let disposed = false;
  /** Settles when no server but the current one is running. */
  let stopped = Promise.resolve();

  /** Forgets an attempt; false if another one has taken its place meanwhile. */
  function forget(attempt: Attempt): boolean {
    if (current !== attempt) return false;
    current = undefined;
    return true;
  }

  /** Begins an attempt. It is the current one from now on, and launches its server when those before it have stopped. */
  function begin(): Attempt {
    failure = undefined;
    const made = stopped.then(() =>
      launch({
        restarted: () => current === attempt && changed(),
        gaveUp(why) {
          if (forget(attempt)) giveUp(why);
        },
      }),
    );
    const started = made.then(async (run) => {
      await run.start();
      output.info(log`The language server is running.`);
      return run;
    });
    const attempt: Attempt = { made, started };
    current = attempt;
    started.catch((error: unknown) => {
      if (forget(attempt)) giveUp(l10n.t("The language server did not start: {0}.", messageOf(error)));
    });
    started.then(changed, () => undefined);
    return attempt;
  }

  function giveUp(message: string): void {
    if (disposed) return;
    failure = message;
    output.error(log`${message}`);
    changed();
    const consequence = l10n.t("Completion, hovers and diagnostics are not available until it runs.");
    const [restartIt, showOutput] = [l10n.t("Restart"), l10n.t("Show Output")];
    prompts
      .error(`${message} ${consequence}`, restartIt, showOutput)
      .then((button) => {
        if (button === showOutput) output.show();
        if (button === restartIt) return restart();
      })
      .catch((error: unknown) => output.error(log`${messageOf(error)}`));
  }

  /** Settles when the server and those before it have stopped. */
  function stop(): Promise<void> {
    const attempt = current;
    current = undefined;
    const before = stopped;
    stopped = (async () => {
      await before;
      const run = await attempt?.made.catch(() => undefined);
      await run?.stop();
    })();
    return stopped;
  }

  async function restart(): Promise<void> {
    void stop();
    // Requests that arrive while the old server is stopping go to the new one.
    await begin().started.catch(() => undefined);
  }

  return {
    async ensureStarted() {
      if (disposed || failure !== undefined) return;
      await (current ?? begin()).started.catch(() => undefined);
    },
    restart,
    async request<R>(method: string, params: object, followed?: Followed) {
      if (disposed) throw new Error(l10n.t("The language server has been stopped."));
      if (failure !== undefined) throw new Error(failure);
      const attempt = current ?? begin();
      const run = await attempt.started.catch((error: unknown) => {
        throw new ReportedError(failure ?? messageOf(error));
      });
      return run.request<R>(method, params, followed);
    },
    async dispose() {
      disposed = true;
      await stop();
    },
  };
}
