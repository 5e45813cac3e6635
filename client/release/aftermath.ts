import type { HelmCapabilities } from "../cli/capabilities.ts";
import type { ReleaseAt, ReleaseState } from "../cli/release.ts";
import { explainError } from "../operation/explain-error.ts";
import { tellFailure, type WayOn } from "../operation/tell-failure.ts";
import type { Ports } from "../ports.ts";
import { takeWayOut, type WayOut, wayOutOf } from "./pending-release.ts";
import { isPending, releaseState } from "./release-state.ts";

/** What has become of a release after something was cancelled or failed. */
export interface WhatBecame {
  /** One sentence. */
  readonly sentence: string;
  /** The same as the end of a sentence that says what happened; absent where it was not found out. */
  readonly outcome?: string;
  /** The way out, where the release is not what it should be. */
  readonly ways: readonly WayOn[];
  readonly release?: ReleaseState;
}

/** Asks Helm what state a release is in, and says it next to what it was before. Never fails. */
export async function whatBecame(
  ports: Ports,
  at: ReleaseAt,
  before: ReleaseState | undefined,
  can: HelmCapabilities,
): Promise<WhatBecame> {
  let now: ReleaseState | undefined;
  try {
    now = await releaseState(ports, at);
  } catch (error) {
    const { sentence } = explainError(error, at, "reading the release", at.release);
    return { sentence: `What state ${at.release} is in could not be read: ${sentence}`, ways: [] };
  }
  if (now === undefined) {
    return {
      sentence: `There is no release ${at.release} in the cluster.`,
      outcome: `and there is no release ${at.release} now`,
      ways: [],
    };
  }
  const said = { sentence: stateSentence(at, before, now), outcome: stateClause(at, before, now) };
  if (now.status === "deployed") return { ...said, ways: [], release: now };
  return { ...said, ways: await waysOut(ports, at, now, can), release: now };
}

function stateSentence(at: ReleaseAt, before: ReleaseState | undefined, now: ReleaseState): string {
  if (now.status === "deployed") {
    if (now.revision === before?.revision) return `${at.release} is as it was, at revision ${now.revision}.`;
    const target = /^Rollback to (\d+)/i.exec(now.description)?.[1];
    return target === undefined
      ? `${at.release} is deployed at revision ${now.revision}.`
      : `${at.release} is deployed at revision ${now.revision}, which is what revision ${target} was.`;
  }
  if (isPending(now)) return `${at.release} is still ${now.status} at revision ${now.revision}.`;
  return `Revision ${now.revision} of ${at.release} is ${now.status}; part of it may be in the cluster.`;
}

/** What follows the sentence that says what failed. */
function stateClause(at: ReleaseAt, before: ReleaseState | undefined, now: ReleaseState): string {
  if (isPending(now)) return `and ${at.release} is still ${now.status}`;
  if (now.status !== "deployed") return `which leaves revision ${now.revision} ${now.status}`;
  if (now.revision === before?.revision) return `and ${at.release} is as it was`;
  return `and ${at.release} is deployed at revision ${now.revision}`;
}

async function waysOut(
  ports: Ports,
  at: ReleaseAt,
  now: ReleaseState,
  can: HelmCapabilities,
): Promise<readonly WayOn[]> {
  try {
    const way = await wayOutOf(ports, at, now, can);
    return [{ button: way.button, go: () => goOut(ports, at, now, way, can) }];
  } catch {
    // Without the history there is no way to be offered; what state the release is in has been said.
    return [];
  }
}

async function goOut(
  ports: Ports,
  at: ReleaseAt,
  now: ReleaseState,
  way: WayOut,
  can: HelmCapabilities,
): Promise<void> {
  const asked = {
    message: `${way.button}?`,
    detail: [`Now: revision ${now.revision}, ${now.status}`, "", way.sentence],
    button: way.button,
  };
  try {
    if (!(await takeWayOut(ports, at, way, asked))) return;
    const { sentence } = await whatBecame(ports, at, now, can);
    await ports.prompts.info(`That is done. ${sentence}`);
  } catch (error) {
    await tellFailure(ports, explainError(error, at, way.title.toLowerCase(), at.release));
  }
}
