import type { Scene } from "../failure-scene.ts";
import { chartScenes } from "./chart-scenes.ts";
import { connectionScenes } from "./connection-scenes.ts";
import { dryRunScenes } from "./dry-run-scenes.ts";
import { kubectlScenes } from "./kubectl-scenes.ts";
import { refusalScenes } from "./refusal-scenes.ts";
import { releaseScenes } from "./release-scenes.ts";

/** All scenes by name. */
export const allScenes: Readonly<Record<string, Scene>> = {
  ...connectionScenes,
  ...chartScenes,
  ...refusalScenes,
  ...releaseScenes,
  ...kubectlScenes,
  ...dryRunScenes,
};
