import { type ComponentState, isReady, readComponents } from "../../cluster/components.ts";
import type { ReleaseAt } from "../../helm/release.ts";
import type { Ports } from "../../ports.ts";
import { call } from "../running/run-invocation.ts";

const INTERVAL_MS = 2000;

/**
 * Runs `task` and meanwhile reports how the components get ready, as far as `kubectl` can say. Gives the task's result, and
 * the last components that were seen while some of them were not ready.
 */
export async function watchingComponents<T>(
  ports: Ports,
  at: ReleaseAt,
  report: (message: string) => void,
  task: () => Promise<T>,
): Promise<{ result: T; unready: readonly ComponentState[] }> {
  const ended = new AbortController();
  let unready: readonly ComponentState[] = [];
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
      if (components.some((component) => !isReady(component))) unready = components;
    }
  })().catch(() => undefined); // Without kubectl, or without the permission to read, there is nothing to report.
  try {
    return { result: await task(), unready };
  } finally {
    ended.abort();
    await watching;
  }
}

/** Components in one line, such as `controller 0/1, webhook 1/1`. */
function componentsLine(components: readonly ComponentState[]): string {
  return components.map(({ name, ready, desired }) => `${name} ${ready}/${desired}`).join(", ");
}

/** What is not ready and why, one sentence each. */
export function troubleLines(components: readonly ComponentState[]): readonly string[] {
  return components
    .filter((component) => !isReady(component))
    .map(({ name, ready, desired, troubles }) =>
      `Not ready: ${name} (${ready} of ${desired}). ${troubles.join(" ")}`.trim(),
    );
}
