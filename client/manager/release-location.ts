import * as l10n from "@vscode/l10n";

/** The location of a file of a manager release: an address, or a path on this machine. */
export interface TextAt {
  readonly kind: "address" | "path";
  readonly location: string;
  /** The same for people: without user, password and query, which may contain a token. */
  readonly shown: string;
}

/** The two files of a manager release (spec section 4.1, operation B). */
export interface ManagerRelease {
  readonly manifest: TextAt;
  readonly defaultResource: TextAt;
}

/** The names of the two files (spec section 4.1, operation B). */
const MANIFEST_NAME = "manager_manifest.yaml";
const DEFAULT_RESOURCE_NAME = "manager_default_CR.yaml";

const IS_ADDRESS = /^https?:\/\//i;
const IS_YAML = /\.ya?ml$/i;

/** A sentence if a string cannot be the location of a release; undefined if it can. */
export function problemOfLocation(text: string): string | undefined {
  if (text.trim() === "") return l10n.t("Enter the address or the folder of the release.");
  if (IS_ADDRESS.test(text)) {
    return URL.canParse(text)
      ? undefined
      : l10n.t("This address cannot be read. It must begin with http:// or https://.");
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text))
    return l10n.t("Only http:// and https:// addresses and paths of this machine can be read.");
  return undefined;
}

/** True if a release is at an address; otherwise it is on this machine. */
export function isAddress(location: string): boolean {
  return IS_ADDRESS.test(location.trim());
}

/** The files of the release at an address, which is that of the release itself or of its manifest. */
export function releaseBehind(address: string): ManagerRelease {
  const url = new URL(address.trim());
  const folder = IS_YAML.test(url.pathname)
    ? parentOf(url.pathname)
    : url.pathname.replace(/(?<!\/)\/+$/, "");
  const text = (path: string): TextAt => {
    const whole = new URL(url);
    whole.pathname = path;
    return { kind: "address", location: whole.href, shown: shownAddress(whole.href) };
  };
  return {
    manifest: text(IS_YAML.test(url.pathname) ? url.pathname : `${folder}/${MANIFEST_NAME}`),
    defaultResource: text(`${folder}/${DEFAULT_RESOURCE_NAME}`),
  };
}

/** An address for people: without user, password and query. */
export function shownAddress(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

/** The files of the release in a folder, or next to a manifest, on this machine. */
export function releaseIn(path: string, kind: "file" | "folder"): ManagerRelease {
  const separator = path.includes("/") || !path.includes("\\") ? "/" : "\\";
  const folder = kind === "file" ? parentOf(path) : path.replace(/(?<![\\/])[\\/]+$/, "");
  const text = (location: string): TextAt => ({ kind: "path", location, shown: location });
  return {
    manifest: text(kind === "file" ? path : `${folder}${separator}${MANIFEST_NAME}`),
    defaultResource: text(`${folder}${separator}${DEFAULT_RESOURCE_NAME}`),
  };
}

function parentOf(path: string): string {
  return path.replace(/[\\/][^\\/]*$/, "");
}
