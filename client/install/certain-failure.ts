import type { ReleaseState } from "../cli/release.ts";
import type { Prerequisite } from "../cluster/prerequisites/prerequisite.ts";
import type { PlannedChanges } from "./planned-changes.ts";

/** What is known before the question. */
export interface KnownBefore {
  readonly release: ReleaseState | undefined;
  readonly changes: PlannedChanges;
  readonly prerequisites: readonly Prerequisite[];
}

/** Why it will fail for certain, and what to do about it, one text for each reason; none where nothing is known against it. */
export function certainFailures({ release, changes, prerequisites }: KnownBefore): readonly string[] {
  const { failure, source } = changes;
  const counts = ({ stops }: Prerequisite): boolean => {
    // A dry run that went well has found all kinds; one that did not names those that are missing.
    if (stops === "kind") return source === "chart" && failure === undefined;
    // The rights are those to create, which an upgrade may not need any more.
    return stops === "permission" && release === undefined;
  };
  const told = prerequisites.filter(counts).map(({ found, next }) => ({ sentence: found, next }));
  return [...(failure === undefined ? [] : [failure]), ...told].map(({ sentence, next }) =>
    next === undefined ? sentence : `${sentence} ${next}`,
  );
}
