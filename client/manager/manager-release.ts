import { agreesToPlainHttp } from "../charts/agree-to-plain-http.ts";
import { messageOf } from "../error-message.ts";
import type { Ports } from "../ports.ts";
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

/** The texts of a release, fetched once: what was shown is what is applied. */
export interface FetchedRelease {
  readonly location: ManagerRelease;
  readonly manifest: ManagerManifest;
  /** The default operator resource, or one sentence on why there is none. */
  readonly defaultResource: { readonly found: OperatorResource } | { readonly problem: string };
}

const TITLE = "CAP Operator: Install with CAP Operator Manager";
const SETTING = "capOperator.managerReleaseUrl";
const MEMORY = "managerReleaseUrl";
const CHANGE = "Change...";
const OPEN_SETTINGS = "Open Settings";

/**
 * Fetches the release that the setting names, else the remembered one, else the one that the person names now. An answer is
 * remembered once its manifest could be read. Nothing when the person gave up; the person is told what is wrong.
 */
export async function fetchRelease(ports: Ports): Promise<FetchedRelease | undefined> {
  const configured = ports.installationSettings().managerReleaseUrl.trim();
  const remembered = ports.memory.recall(MEMORY);
  let place: string | undefined = configured || remembered || (await askForPlace(ports));
  while (place !== undefined) {
    const read = await tryToRead(ports, place);
    if (read === "cancelled") return undefined;
    if (!("problem" in read)) {
      if (place !== configured && place !== remembered) await ports.memory.remember(MEMORY, place);
      return read;
    }
    const way = place === configured ? OPEN_SETTINGS : CHANGE;
    const pressed = await ports.prompts.error(`${read.problem} Nothing was applied.`, way);
    if (pressed === OPEN_SETTINGS) await ports.settings.show(SETTING);
    place = pressed === CHANGE ? await askForPlace(ports, place) : undefined;
  }
  return undefined;
}

async function askForPlace(ports: Ports, before?: string): Promise<string | undefined> {
  const answer = await ports.dialogs.input({
    title: TITLE,
    prompt:
      "Where the manager's release is: an address or a folder that holds manager_manifest.yaml and manager_default_CR.yaml",
    placeholder: "https://... or a folder",
    ...(before !== undefined && { value: before }),
    problemOf: problemOfLocation,
  });
  return answer?.trim() || undefined;
}

async function tryToRead(
  ports: Ports,
  place: string,
): Promise<FetchedRelease | { readonly problem: string } | "cancelled"> {
  const location = await locate(ports, place);
  if (location === "cancelled" || "problem" in location) return location;
  return ports.progress.show("Reading the manager's release", async (report, cancelled) => {
    try {
      const { manifest: at } = location;
      report(at.shown);
      const fetched = await textAt(ports, at, cancelled);
      const problem = digestProblem(ports, at, fetched.digest);
      if (problem !== undefined) return { problem };
      const manifest = readManagerManifest(fetched.text, at.shown);
      report(location.defaultResource.shown);
      const defaultResource = await readDefault(ports, location.defaultResource, cancelled);
      const answered = { ...location, manifest: { ...at, shown: fetched.shown } };
      return cancelled.aborted ? "cancelled" : { location: answered, manifest, defaultResource };
    } catch (error) {
      return cancelled.aborted ? "cancelled" : { problem: messageOf(error) };
    }
  });
}

async function locate(
  ports: Ports,
  place: string,
): Promise<ManagerRelease | { readonly problem: string } | "cancelled"> {
  const problem = problemOfLocation(place);
  if (problem !== undefined) return { problem: `The setting ${SETTING} is "${place}". ${problem}` };
  if (isAddress(place)) return protectedOrAgreed(ports, releaseBehind(place));
  const path = ports.files.resolve(place);
  const kind = await ports.files.kind(path);
  return kind === undefined ? { problem: `${path} does not exist.` } : releaseIn(path, kind);
}

async function readDefault(ports: Ports, at: TextAt, cancelled: AbortSignal) {
  try {
    return { found: readOperatorResource((await textAt(ports, at, cancelled)).text, at.shown) };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

async function protectedOrAgreed(
  ports: Ports,
  release: ManagerRelease,
): Promise<ManagerRelease | "cancelled"> {
  const { at, shown } = release.manifest;
  const about = { what: "the manager", shown, risk: "what is applied to the cluster" };
  return (await agreesToPlainHttp(ports, at, about)) ? release : "cancelled";
}

/** Why a manifest is not the one that the setting asks for; of a folder of this machine nothing is asked. */
function digestProblem(ports: Ports, { shown }: TextAt, digest: string | undefined): string | undefined {
  const wanted = ports.installationSettings().managerManifestDigest.trim().toLowerCase();
  if (wanted === "" || digest === undefined || digest === wanted) return undefined;
  return `${shown} has the SHA-256 digest ${digest}, not the one in capOperator.managerManifestDigest.`;
}

/** A text that was read, with where it came from for people; its digest where it came over the network. */
interface ReadText {
  readonly text: string;
  readonly shown: string;
  readonly digest?: string;
}

async function textAt(ports: Ports, { kind, at, shown }: TextAt, cancelled: AbortSignal): Promise<ReadText> {
  if (kind === "path") {
    const text = await ports.files.read(at);
    if (text === undefined) throw new Error(`${at} does not exist or cannot be read.`);
    return { text, shown };
  }
  try {
    const { text, from, digest } = await ports.downloads.text(at, cancelled);
    return { text, digest, shown: from === at ? shown : `${shown}, answered by ${shownAddress(from)}` };
  } catch (error) {
    // What stands behind the question mark of an address may be a token.
    throw new Error(messageOf(error).replaceAll(at, shown));
  }
}
