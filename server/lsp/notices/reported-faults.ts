import type { ObjectProblem } from "../../core/language-service.ts";
import type { ReleaseStack } from "../../core/values/release-stack.ts";
import { partedAddress } from "../../workspace/embedded/embedded-parts.ts";
import { errorDetail } from "../../workspace/files/unforeseen-error.ts";
import { PROJECT_FILE } from "../../workspace/settings/project-reader.ts";
import type { ServerState } from "../state/state.ts";
import { SETTINGS } from "./helm-asking.ts";

/** Has what Kubernetes rejects in objects reported at the keys that make the fields, as long as a page shows the objects. */
export class ReportedFaults {
  readonly #state: ServerState;
  /** Called when other problems are to be reported in a file; without a name, those of entries. */
  readonly #reported: (uri: string) => void;
  /** The measurements of the keys of problems, for each page. */
  readonly #measuring = new Map<string, { readonly stack: ReleaseStack; readonly stop: AbortController }>();

  constructor(state: ServerState, reported: (uri: string) => void) {
    this.#state = state;
    this.#reported = reported;
  }

  /** Takes the problems of a page in place of those before; without any, it has none. Never fails. */
  async report(
    page: string,
    found?: { readonly stack: ReleaseStack; readonly faults: readonly ObjectProblem[] },
  ): Promise<void> {
    const { log, workspace } = this.#state;
    const before = this.#measuring.get(page);
    before?.stop.abort();
    const stack = found?.stack ?? before?.stack;
    const known = workspace.faults;
    if (!known || !stack) return;
    const stop = new AbortController();
    this.#measuring.set(page, { stack, stop });
    try {
      const reported = () =>
        JSON.stringify(known.complaints(stack).map(({ words, paths }) => [words, paths]));
      const last = reported();
      if (found) await known.traced(stack, found.faults, stop.signal);
      else {
        known.forget(stack);
        this.#measuring.delete(page);
      }
      if (stop.signal.aborted || reported() === last) return;
      const root = workspace.releases.all.find(({ id }) => id === stack.release)?.root;
      const files = stack.files.flatMap(({ isOfChart, uri = "" }) =>
        isOfChart ? [] : partedAddress(uri).uri,
      );
      const described = root === undefined ? SETTINGS : `${root}/${PROJECT_FILE}`;
      for (const uri of stack.release === undefined ? files : [...files, described]) this.#reported(uri);
    } catch (error) {
      // Not translated: for the log.
      log.error(`Looking for what makes a field failed: ${errorDetail(error)}`);
    }
  }
}
