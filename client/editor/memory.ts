import type { Memory } from "../ports/installation.ts";
import { holdsSecret } from "../texts/redact.ts";

/** The editor's store for a workspace, a file that is not encrypted. */
interface State {
  get<T>(key: string): T | undefined;
  update(key: string, value: string): PromiseLike<void>;
}

/** Answers that are remembered for a workspace. One that may contain a secret is not: it is asked for again. */
export function createMemory(state: State): Memory {
  return {
    recall: (key) => state.get<string>(key),
    async remember(key, value) {
      if (!holdsSecret(value)) await state.update(key, value);
    },
  };
}
