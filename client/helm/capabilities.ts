import type { ChartRef } from "./release.ts";
import type { HelmVersion } from "./version.ts";

/** What a version of Helm can do, as far as this extension uses it. */
export interface HelmCapabilities {
  readonly version: HelmVersion;
  /** Charts from `oci://` registries. */
  readonly oci: boolean;
  /** `--dry-run=server`. */
  readonly serverDryRun: boolean;
  /** `--hide-notes`. */
  readonly hideNotes: boolean;
  /** The flag that undoes a failed upgrade. */
  readonly rollbackFlag: "--atomic" | "--rollback-on-failure";
}

/** The capabilities of a version. */
export function capabilitiesOf(version: HelmVersion): HelmCapabilities {
  return {
    version,
    oci: true,
    serverDryRun: true,
    hideNotes: true,
    rollbackFlag: version.major > 3 ? "--rollback-on-failure" : "--atomic",
  };
}

/** One sentence where this Helm is too old to install `chart`; nothing where it will do. */
export function tooOldFor(_version: HelmVersion, _chart: ChartRef): string | undefined {
  return undefined;
}
