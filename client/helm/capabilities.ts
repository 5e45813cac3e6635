import * as l10n from "@vscode/l10n";
import type { Invocation } from "../ports/programs.ts";
import type { ChartRef } from "./release.ts";
import { chartKind } from "./release.ts";

/** A version of Helm. The patch of builds that name none is 0. */
interface HelmVersion {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  /** As Helm wrote it, for people. */
  readonly text: string;
}

/** Asks Helm for its version; that needs no cluster. The template is the same in Helm 3 and 4. */
export function helmVersion(): Invocation<HelmVersion> {
  return { program: "helm", args: ["version", "--template", "{{.Version}}"], parse: readHelmVersion };
}

/** Reads `v3.18.4`, even if a build appends something to it or omits the patch. */
export function readHelmVersion(text: string): HelmVersion {
  const found = /v?(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?[^\s"]*/.exec(text);
  if (found === null) throw new Error(l10n.t("Helm did not report its version."));
  const [whole, major, minor, patch = "0"] = found;
  return { major: Number(major), minor: Number(minor), patch: Number(patch), text: whole };
}

/** The capabilities of a version of Helm that this extension uses. */
export interface HelmCapabilities {
  readonly version: HelmVersion;
  /** Charts from `oci://` registries, without an experimental switch. */
  readonly oci: boolean;
  /** `--dry-run=server`: templates may look things up in the cluster, and nothing is changed. */
  readonly serverDryRun: boolean;
  /** `--plain-http`, for registries without TLS. */
  readonly plainHttp: boolean;
  /** `--hide-notes`. */
  readonly hideNotes: boolean;
  /** `--wait` when uninstalling. */
  readonly uninstallWait: boolean;
  /** The flag that undoes a failed upgrade; both flags imply waiting. */
  readonly rollbackFlag: "--atomic" | "--rollback-on-failure";
}

/** The version that introduced each, according to the command-line code of Helm's tagged releases. */
const SINCE = {
  uninstallWait: [3, 7],
  oci: [3, 8],
  serverDryRun: [3, 13],
  plainHttp: [3, 13],
  hideNotes: [3, 16],
  rollbackOnFailure: [4, 0],
} as const;

export function capabilitiesOf(version: HelmVersion): HelmCapabilities {
  const can = (what: keyof typeof SINCE) => isAtLeast(version, SINCE[what]);
  return {
    version,
    oci: can("oci"),
    serverDryRun: can("serverDryRun"),
    plainHttp: can("plainHttp"),
    hideNotes: can("hideNotes"),
    uninstallWait: can("uninstallWait"),
    rollbackFlag: can("rollbackOnFailure") ? "--rollback-on-failure" : "--atomic",
  };
}

/** One sentence if this Helm is too old to install `chart`; undefined if it is not. */
export function tooOldFor(version: HelmVersion, chart: ChartRef): string | undefined {
  if (version.major < 3) {
    return l10n.t("Helm {0} is too old: version 3.8 or later is needed.", version.text);
  }
  if (chartKind(chart.ref) === "oci" && !capabilitiesOf(version).oci) {
    return l10n.t(
      "Helm {0} is too old for a chart from a registry (oci://): version 3.8 or later is needed.",
      version.text,
    );
  }
  if (chart.plainHttp && !capabilitiesOf(version).plainHttp) {
    return l10n.t(
      "Helm {0} is too old for a registry without TLS (capOperator.install.plainHttp): version 3.13 or later is needed.",
      version.text,
    );
  }
  return undefined;
}

function isAtLeast(version: HelmVersion, [major, minor]: readonly [number, number]): boolean {
  return version.major > major || (version.major === major && version.minor >= minor);
}
