import type { ReleaseAt } from "../cli/release.ts";
import { addressAt } from "../files/active-file.ts";
import { explainError } from "../operation/explain-error.ts";
import { tellFailure } from "../operation/tell-failure.ts";
import type { Ports } from "../ports.ts";
import { chooseRelease } from "./chosen-release.ts";
import { tellNone } from "./show-release.ts";

/** What a command does with a release. */
export interface ReleaseTask {
  /** The title of questions. */
  readonly title: string;
  /** What messages call its work, a verb in its -ing form. */
  readonly doing: string;
  /** What has become of the release when it fails, where that is known, as the end of a sentence. */
  readonly outcome?: string;
  run(ports: Ports, at: ReleaseAt, again: () => Promise<void>): Promise<void>;
}

/**
 * Does something with the release that the command is about. What fails is told, with a way to begin again; where
 * there is no such release, the person is told which ones there are.
 */
export async function onChosenRelease(
  ports: Ports,
  target: string | undefined,
  task: ReleaseTask,
): Promise<void> {
  const { title, doing, outcome } = task;
  const file = addressAt(ports, target);
  const again = () => onChosenRelease(ports, file, task);
  const at = await chooseRelease(ports, title, file);
  if (at === undefined) return;
  try {
    await task.run(ports, at, again);
  } catch (error) {
    const failure = explainError(error, at, doing, at.release);
    if (failure.kind === "release-not-found") return tellNone(ports, at);
    await tellFailure(ports, failure, {
      retry: again,
      release: at,
      ...(outcome !== undefined && { outcome }),
    });
  }
}
