import type { ReleaseAt } from "../cli/release.ts";
import { type ComponentState, isOnlyStarting, isReady, readComponents } from "../cluster/components.ts";
import { call } from "../operation/run-invocation.ts";
import type { Ports } from "../ports.ts";

const INTERVAL_MS = 2000;

/**
 * Runs `task` and meanwhile reports how the components get ready, as far as `kubectl` can say. Gives the task's result, and
 * each component as it was when it was last seen not ready, with what was wrong with it where anything was.
 */
export async function watchingComponents<T>(
  ports: Ports,
  at: ReleaseAt,
  report: (message: string) => void,
  task: () => Promise<T>,
): Promise<{ result: T; unready: readonly ComponentState[] }> {
  const ended = new AbortController();
  const unready = new Map<string, ComponentState>();
  const watching = (async () => {
    let repeated = false;
    let reported = "";
    for (;;) {
      await ports.pause(INTERVAL_MS, ended.signal);
      if (ended.signal.aborted) return;
      const components = await call(ports, readComponents(at), { signal: ended.signal, repeated });
      repeated = true;
      const line = componentsLine(components);
      if (line !== reported) report(line);
      reported = line;
      for (const component of components) noteUnready(unready, component);
    }
  })().catch(() => undefined); // Without kubectl, or without the permission to read, there is nothing to report.
  try {
    return { result: await task(), unready: [...unready.values()] };
  } finally {
    ended.abort();
    await watching;
  }
}

/** What is wrong stays noted while Helm undoes it and the component starts again as it was. */
function noteUnready(unready: Map<string, ComponentState>, component: ComponentState): void {
  if (isReady(component) || (isOnlyStarting(component) && unready.has(component.name))) return;
  unready.set(component.name, component);
}

/** Components in one line, such as `controller 0/1, webhook 1/1`. */
function componentsLine(components: readonly ComponentState[]): string {
  return components.map(({ name, ready, desired }) => `${name} ${ready}/${desired}`).join(", ");
}
