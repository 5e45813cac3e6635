import { Cancelled } from "../error-message.ts";
import type { Ports } from "../ports.ts";

/**
 * Reads something with its progress. Throws `Cancelled` when the person pressed Cancel, whatever was read or went wrong by
 * then: a program that was interrupted may answer as if nothing had happened, or with an error of its own.
 */
export function whileReading<T>(
  ports: Pick<Ports, "progress">,
  title: string,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return ports.progress.show(title, async (_report, signal) => {
    const ended = await read(signal).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    if (signal.aborted) throw new Cancelled();
    if ("error" in ended) throw ended.error;
    return ended.value;
  });
}
