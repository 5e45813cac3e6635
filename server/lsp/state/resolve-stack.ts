import * as l10n from "@vscode/l10n";
import { URI } from "vscode-uri";
import type { ReleaseStack } from "../../core/values/release-stack.ts";
import { shown } from "../../core/yaml/shown.ts";
import { type EmbeddedPart, partedAddress } from "../../workspace/embedded/embedded-parts.ts";
import { findRelease } from "../../workspace/releases/release-identity.ts";
import { failed } from "../connection/requests.ts";
import type { ValuesOf } from "../protocol.ts";
import type { ServerState } from "./state.ts";

/** The stack that a request asks about, or a sentence on why there is none. */
export type ResolvedStack = { readonly stack: ReleaseStack } | { readonly problem: string };

/** The last part of an address, for sentences. */
export function shownNameOf(uri: string): string {
  return URI.parse(uri).path.split("/").at(-1) ?? uri;
}

/** The stack of a release of the settings, or of a file, whether it is open or not; else of the defaults of the settings' chart. */
export async function resolveStack(state: ServerState, of: ValuesOf | undefined): Promise<ResolvedStack> {
  await state.ready();
  const { releases } = state.workspace;
  if (of === undefined) return { stack: await releases.defaults() };
  if ("uri" in of) return stackOfFile(state, of.uri);
  const found = findRelease(releases.all, of.release);
  return "problem" in found ? found : { stack: await releases.stack(found.release) };
}

async function stackOfFile({ open, workspace }: ServerState, address: string): Promise<ResolvedStack> {
  const { uri, place } = partedAddress(address);
  const file = await open(uri);
  if (place !== undefined) {
    const stack = file?.embedded?.find((part) => part.place === place)?.analysis.stack;
    return stack
      ? { stack }
      : { problem: l10n.t("{0} has no values in {1}.", shownNameOf(uri), shown(place)) };
  }
  if (file === undefined) {
    const read = await workspace.releases.read(uri);
    if ("problem" in read)
      return { problem: l10n.t("The values file {0} {1}.", shownNameOf(uri), read.problem) };
    return { stack: await workspace.files.alone({ uri, file: read.file }) };
  }
  const { analysis, ownership } = file;
  const root = analysis.firstValues;
  if (root) return { stack: analysis.aloneStackOf(root) };
  return {
    problem: l10n.t(
      "{0} has no values of the operator's chart. {1}",
      shownNameOf(uri),
      ownership.explanation,
    ),
  };
}

/** The stack of the document of another product as a cluster has it, in place of the one at an address. The files that it names are those of the workspace. */
export async function stackInCluster(
  { ready, open, workspace }: ServerState,
  address: string,
  text: string,
): Promise<ResolvedStack> {
  await ready();
  const { uri, place } = partedAddress(address);
  const git = (await open(uri))?.embedded?.find((part) => part.place === place);
  const all = await workspace.files.embedded({ uri, file: workspace.parse(text, text.length) });
  const parts = all.filter(({ values }) => values.unread === undefined);
  const source = ({ values: { at = "" } }: EmbeddedPart) => at.split(".helm.")[0];
  const stack = (parts.find((one) => git && source(one) === source(git)) ?? parts[0])?.analysis.stack;
  return stack
    ? { stack }
    : { problem: l10n.t("The document in the cluster has no values of the operator's chart.") };
}

/** The same; throws the sentence if there is none. */
export async function requiredStack(state: ServerState, of: ValuesOf | undefined): Promise<ReleaseStack> {
  const found = await resolveStack(state, of);
  if ("problem" in found) throw failed(found.problem);
  return found.stack;
}
