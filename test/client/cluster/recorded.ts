import { readFileSync } from "node:fs";
import type { RunResult } from "../../../client/ports/programs.ts";
import type { World } from "../fake-ports.ts";
import { kubeconfigText } from "../kubeconfig-text.ts";

/** The recorded clusters; `test/cluster/scenes.ts` says what each has. */
export type RecordedScene =
  | "bare"
  | "complete"
  | "complete-for-nobody"
  | "complete-with-default-values"
  | "old"
  | "components";

/** The answers of a real kubectl in a scene, by the whole command line. */
export function recorded(scene: RecordedScene): Readonly<Record<string, RunResult>> {
  return JSON.parse(readFileSync(new URL(`recorded/${scene}.json`, import.meta.url), "utf8"));
}

/** Answers like the recorded kubectl; a command line that was not recorded fails the test. */
export function answeredBy(scene: RecordedScene): Pick<World, "programs"> {
  const answers = recorded(scene);
  return { programs: (line) => answers[line] };
}

/** A kubeconfig with this current context. */
export function kubeconfig(context: string, server = "https://127.0.0.1:6443"): Record<string, string> {
  return { "/home/me/.kube/config": kubeconfigText(context, { [context]: { server, user: context } }) };
}
