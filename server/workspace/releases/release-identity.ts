import * as l10n from "@vscode/l10n";
import { URI } from "vscode-uri";
import type { Release } from "../../core/settings.ts";
import type { ReleaseProblem } from "../../core/values/release-stack.ts";
import type { SetEntry } from "../../core/values/set-entry.ts";
import { groupBy } from "../../core/yaml/group-by.ts";

/** A release of the settings, with what distinguishes it from the others. */
export interface KnownRelease extends Release {
  /** Its name if no other release has it, else the name with its namespace and context. Unique to one release. */
  readonly id: string;
}

/**
 * The releases that are used. Helm keeps the releases of each namespace of each cluster separate, so the same name is a different
 * release there; of several with the same name, namespace and context, the first is used. Projects know nothing of each other.
 */
export function knownReleases(releases: readonly Release[]): KnownRelease[] {
  const first = new Map<string, Release>();
  const namesakes = new Map<string, number>();
  for (const release of releases) {
    const key = placeKey(release);
    if (first.has(key)) continue;
    first.set(key, release);
    namesakes.set(release.name, (namesakes.get(release.name) ?? 0) + 1);
  }
  const all = [...first.values()];
  const sharing = groupBy(all, idInPlace);
  return all.map((release) => {
    if (namesakes.get(release.name) === 1) return { ...release, id: release.name };
    const id = idInPlace(release);
    const isShared = (sharing.get(id)?.length ?? 0) > 1;
    return {
      ...release,
      id: isShared
        ? // Not translated: part of an id, by which releases are named in requests.
          `${id} of ${release.root === undefined ? "the settings" : URI.parse(release.root).fsPath}`
        : id,
    };
  });
}

/** True if a release sets anything in addition to its files. */
export function hasEntries({ set, setString, setJson, setFile = [], setLiteral = [] }: Release): boolean {
  return set.length + setString.length + setJson.length + setFile.length + setLiteral.length > 0;
}

/** True if two releases of the settings are the same one for Helm. */
export function isSameRelease(a: Release, b: Release): boolean {
  return placeKey(a) === placeKey(b);
}

/** Tells if Helm takes several of some releases for the same one as a given release. */
export function severalOf(releases: readonly Release[]): (release: Release) => boolean {
  const same = groupBy(releases, placeKey);
  return (release) => (same.get(placeKey(release))?.length ?? 0) > 1;
}

/** The release with an id, or a sentence on why it is unclear. A name that several releases share identifies none of them. */
export function findRelease(
  releases: readonly KnownRelease[],
  id: string,
): { readonly release: KnownRelease } | { readonly problem: string } {
  const release = releases.find((known) => known.id === id);
  if (release) return { release };
  const namesakes = releases.filter(({ name }) => name === id).map((namesake) => namesake.id);
  if (namesakes.length === 0) {
    return { problem: l10n.t("No release named {0} found in the settings.", id) };
  }
  const problem = l10n.t(
    "The settings have several releases named {0}: {1}. Choose one of them.",
    id,
    namesakes.join(", "),
  );
  return { problem };
}

function placeKey({ name, namespace, kubeContext, root }: Release): string {
  return JSON.stringify([kubeContext ?? null, namespace ?? null, name, root ?? null]);
}

function idInPlace({ name, namespace, kubeContext }: Release): string {
  const place = [
    ...(namespace === undefined ? [] : [`namespace ${namespace}`]),
    ...(kubeContext === undefined ? [] : [`context ${kubeContext}`]),
  ];
  return place.length === 0 ? name : `${name} (${place.join(", ")})`;
}

/** The entries of a release, in the order in which Helm merges them by their flags. */
export function setsOf({ set, setString, setJson, setFile = [], setLiteral = [] }: Release): SetEntry[] {
  return [
    ...set.map((text): SetEntry => ({ flag: "set", text })),
    ...setString.map((text): SetEntry => ({ flag: "set-string", text })),
    ...setJson.map((text): SetEntry => ({ flag: "set-json", text })),
    ...setFile.map((text): SetEntry => ({ flag: "set-file", text })),
    ...setLiteral.map((text): SetEntry => ({ flag: "set-literal", text })),
  ];
}

/** The contradictions in a release of the settings. `isOfSeveral` is set if Helm takes other releases for the same one. */
export function contradictions(release: KnownRelease, isOfSeveral: boolean): ReleaseProblem[] {
  const { id, values, unread = [] } = release;
  const problems: ReleaseProblem[] = unread.map((message) => ({ message, severity: "error" }));
  const say = (message: string) => problems.push({ message, severity: "information" });
  if (isOfSeveral) {
    say(
      l10n.t(
        "Several releases are named {0}. Only the first one is used; give the others different names.",
        id,
      ),
    );
  }
  if (values.length + setsOf(release).length === 0) {
    say(l10n.t("It has neither values files nor entries to set, so only the chart's defaults apply."));
  }
  return problems;
}
