import type { ReleaseAt } from "../cli/release.ts";
import type { Ports } from "../ports.ts";
import { capitalised } from "../sentence-parts.ts";

/** What is at work on each release now, for all commands that change one. */
const running = new Map<string, string>();

/**
 * Runs `task` unless another one is at work on this release; then the person is told, and there is no result. `doing` is
 * what messages call it, such as `an upgrade`. Two contexts that lead to one server name one release.
 */
export async function exclusively<T>(
  ports: Pick<Ports, "prompts">,
  at: ReleaseAt,
  doing: string,
  task: () => Promise<T>,
): Promise<T | undefined> {
  const key = JSON.stringify([at.server, at.namespace, at.release]);
  const other = running.get(key);
  if (other !== undefined) {
    await ports.prompts.warn(
      `${capitalised(other)} of ${at.release} in ${at.context} has not ended yet. Wait for it, or cancel it.`,
    );
    return undefined;
  }
  running.set(key, doing);
  try {
    return await task();
  } finally {
    running.delete(key);
  }
}
