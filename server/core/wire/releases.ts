// The releases of the settings, and the files of projects that describe them.

/** A flag that sets values on the command line. */
export type SetFlag = "set-json" | "set" | "set-string" | "set-file" | "set-literal";

/** The settings of a project about what is installed, as far as nothing else is set for it in the editor. A path is absolute if there is something at it. */
export interface ProjectSettings {
  readonly chart?: string;
  readonly chartVersion?: string;
  readonly managerReleaseUrl?: string;
}

/** A text for the file of a project. */
export interface MadeProjectText {
  readonly text: string;
  /** The names of the settings in it; empty if it is an example. */
  readonly settings: readonly string[];
}
