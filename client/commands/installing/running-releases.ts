import type { ReleaseAt } from "../../helm/release.ts";
import type { Ports } from "../../ports.ts";

/** What is at work on each release now, for all commands that change one. */
const running = new Map<string, string>();

/**
 * Runs `task` unless another one is at work on this release; then the person is told. `doing` is a verb in its -ing form.
 * Two contexts that lead to one server name one release.
 */
export async function exclusively(
  ports: Pick<Ports, "prompts">,
  at: ReleaseAt,
  doing: string,
  task: () => Promise<void>,
): Promise<void> {
  const key = JSON.stringify([at.server, at.namespace, at.release]);
  const other = running.get(key);
  if (other !== undefined) {
    await ports.prompts.warn(
      `CAP Operator: ${at.release} in ${at.namespace} (${at.context}) is busy: ${other} has not ended yet. Wait for it, or cancel it.`,
    );
    return;
  }
  running.set(key, doing);
  try {
    await task();
  } finally {
    running.delete(key);
  }
}
