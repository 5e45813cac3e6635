import type { Pod } from "kubernetes-types/core/v1.js";
import type { Fate } from "../node-player.ts";

/** The fate that a pod's label says; it runs where none is said. */
export function fateOf({ metadata }: Pod): Fate {
  const fate = metadata?.labels?.fate;
  return fate === "pull-fails" || fate === "crashes" || fate === "waits" ? fate : "runs";
}
