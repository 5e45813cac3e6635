import type { SettingsFor } from "../core/settings.ts";
import type { HelmMajor } from "../core/values/refusal.ts";
import { DEFAULT_HELM } from "../core/values/release-stack.ts";

/** Which generation of Helm installs: the one in the settings, else the one that the client found last, else Helm 3. */
export class HelmGeneration {
  readonly #settings: SettingsFor;
  #found: HelmMajor | undefined;

  constructor(settings: SettingsFor) {
    this.#settings = settings;
  }

  /** The current major version for a file; without one, for the first folder. */
  for(uri?: string): HelmMajor {
    const { helmVersion } = this.#settings(uri);
    if (helmVersion === "auto") return this.#found ?? DEFAULT_HELM;
    return helmVersion === "3" ? 3 : 4;
  }

  /** Stores which Helm the client found; returns whether that may matter. Anything after Helm 4 counts as Helm 4. */
  found(major: unknown): boolean {
    const before = this.#found ?? DEFAULT_HELM;
    if (typeof major === "number" && Number.isInteger(major) && major >= 3) this.#found = major === 3 ? 3 : 4;
    return (this.#found ?? DEFAULT_HELM) !== before;
  }
}
