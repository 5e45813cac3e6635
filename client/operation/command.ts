import type {
  CommandId,
  Editor,
  LanguageServer,
  Output,
  Prompts,
  SettingsStore,
  Walkthrough,
} from "../ports/editor.ts";
import type { InstallationPorts } from "../ports/installation.ts";
import type { ClusterView } from "./cluster-view.ts";
import type { Outcome } from "./outcome.ts";

/** Everything a command may touch. */
export interface Ports extends InstallationPorts {
  readonly prompts: Prompts;
  readonly editor: Editor;
  readonly settings: SettingsStore;
  readonly output: Output;
  readonly server: LanguageServer;
  readonly walkthrough: Walkthrough;
  readonly view: ClusterView;
}

/** A command as the palette offers it. */
export interface Command {
  readonly id: CommandId;
  /** True if it reaches a cluster or runs a program, which only a trusted workspace may. */
  readonly needsTrust: boolean;
  /** Runs it on the open file `target`, or on the active one if none is named. Never rejects: failures are shown. */
  run(ports: Ports, target?: string): Promise<Outcome>;
}
