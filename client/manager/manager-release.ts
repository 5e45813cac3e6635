import * as l10n from "@vscode/l10n";
import { PROJECT_SETTINGS } from "../../server/lsp/protocol.ts";
import { agreeToPlainHttp } from "../charts/locate-chart.ts";
import { openSettings } from "../operation/message-actions.ts";
import type { CommandContext, Operation, Step } from "../operation/operation.ts";
import { answered, refuse } from "../operation/outcome.ts";
import { messageOf } from "../texts/error-message.ts";
import { type ManagerManifest, readManagerManifest } from "./manager-manifest.ts";
import { type OperatorResource, readOperatorResource } from "./operator-resource.ts";
import {
  isAddress,
  type ManagerRelease,
  problemOfLocation,
  releaseBehind,
  releaseIn,
  shownAddress,
  type TextAt,
} from "./release-location.ts";
import { reportManifestDefinition } from "./report-definition.ts";

/** The content of a release, fetched only once, so that exactly the shown manifest is applied. */
export interface FetchedRelease {
  readonly location: ManagerRelease;
  readonly manifest: ManagerManifest;
  /** The default operator resource, or one sentence on why there is none. */
  readonly defaultResource: { readonly found: OperatorResource } | { readonly problem: string };
}

const SETTING = "capOperator.managerReleaseUrl";
const MEMORY = "managerReleaseUrl";

/**
 * Fetches the release that the setting names, otherwise the remembered one, otherwise the one that the person names now. An
 * answer is remembered once its manifest could be read.
 */
export async function fetchRelease(operation: Operation): Promise<FetchedRelease> {
  const project = await operation.server.ask(PROJECT_SETTINGS, {});
  const configured =
    operation.installationSettings().managerReleaseUrl.trim() || (project.managerReleaseUrl ?? "");
  const remembered = operation.memory.recall(MEMORY);
  const place = configured || remembered || (await askForPlace(operation));
  return fetchFrom(operation, place, { configured, remembered });
}

interface KnownPlaces {
  readonly configured: string;
  readonly remembered: string | undefined;
}

async function fetchFrom(operation: Operation, place: string, known: KnownPlaces): Promise<FetchedRelease> {
  const read = await tryToRead(operation, place);
  if (!("problem" in read)) {
    if (place !== known.configured && place !== known.remembered) {
      await operation.memory.remember(MEMORY, place);
    }
    return read;
  }
  if (place === known.configured) {
    refuse(read.problem, l10n.t("Nothing was applied."), { actions: [openSettings(operation, SETTING)] });
  }
  const change = l10n.t("Change...");
  const pressed = await operation.prompts.error(l10n.t("{0} Nothing was applied.", read.problem), change);
  answered(pressed);
  return fetchFrom(operation, await askForPlace(operation, place), known);
}

async function askForPlace(context: CommandContext, before?: string): Promise<string> {
  const answer = await context.dialogs.input({
    title: l10n.t("CAP Operator: Install with Manager"),
    prompt: l10n.t(
      "Where the manager's release is: an address or a folder with manager_manifest.yaml and manager_default_CR.yaml",
    ),
    placeholder: l10n.t("https://... or a folder"),
    value: before,
    problemOf: problemOfLocation,
  });
  return answered(answer?.trim() || undefined);
}

async function tryToRead(
  operation: Operation,
  place: string,
): Promise<FetchedRelease | { readonly problem: string }> {
  const location = await locate(operation, place);
  if ("problem" in location) return location;
  return operation.read(l10n.t("Reading the manager's release"), async (step) => {
    try {
      const { manifest: source } = location;
      step.report(source.shown);
      const fetched = await textAt(step, source, step.signal);
      const problem = digestProblem(step, source, fetched.digest);
      if (problem !== undefined) return { problem };
      const manifest = readManagerManifest(fetched.text, source.shown);
      await reportManifestDefinition(step, fetched.text, source.shown);
      step.report(location.defaultResource.shown);
      const defaultResource = await readDefault(step, location.defaultResource);
      return {
        location: { ...location, manifest: { ...source, shown: fetched.shown } },
        manifest,
        defaultResource,
      };
    } catch (error) {
      return { problem: messageOf(error) };
    }
  });
}

async function locate(
  context: CommandContext,
  place: string,
): Promise<ManagerRelease | { readonly problem: string }> {
  const problem = problemOfLocation(place);
  if (problem !== undefined)
    return { problem: l10n.t('The setting {0} is "{1}". {2}', SETTING, place, problem) };
  if (isAddress(place)) {
    const release = releaseBehind(place);
    const { location: address, shown } = release.manifest;
    await agreeToPlainHttp(context, address, {
      what: l10n.t("the manager"),
      shown,
      risk: l10n.t("what is applied to the cluster"),
    });
    return release;
  }
  const path = context.files.resolve(place, context.editor.active()?.uri);
  const kind = await context.files.kind(path);
  return kind === undefined ? { problem: l10n.t("{0} does not exist.", path) } : releaseIn(path, kind);
}

async function readDefault(step: Step, source: TextAt) {
  try {
    return { found: readOperatorResource((await textAt(step, source, step.signal)).text, source.shown) };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

/**
 * The mismatch of a manifest with the digest in the settings; undefined if it matches. A file on this machine has no digest and
 * is not checked.
 */
function digestProblem(
  context: CommandContext,
  { shown }: TextAt,
  digest: string | undefined,
): string | undefined {
  const wanted = context.installationSettings().managerManifestDigest.trim().toLowerCase();
  if (wanted === "" || digest === undefined || digest === wanted) return undefined;
  return l10n.t(
    "{0} has the SHA-256 digest {1}, not the one in capOperator.managerManifestDigest.",
    shown,
    digest,
  );
}

/** A text that was read, and where it came from, for people. It has a digest if it came over the network. */
interface ReadText {
  readonly text: string;
  readonly shown: string;
  readonly digest?: string;
}

async function textAt(
  context: CommandContext,
  { kind, location, shown }: TextAt,
  signal: AbortSignal,
): Promise<ReadText> {
  if (kind === "path") {
    const text = await context.files.read(location);
    if (text === undefined) throw new Error(l10n.t("{0} does not exist or cannot be read.", location));
    return { text, shown };
  }
  try {
    const { text, from, digest } = await context.downloads.text(location, signal);
    return {
      text,
      digest,
      shown: from === location ? shown : l10n.t("{0}, answered by {1}", shown, shownAddress(from)),
    };
  } catch (error) {
    // The query of an address may contain a token.
    throw new Error(messageOf(error).replaceAll(location, shown));
  }
}
