import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { type FetchedRelease, fetchRelease } from "../../../client/manager/manager-release.ts";
import { type FakePorts, fakePorts, type World } from "../fake-ports.ts";
import { inOperation } from "../operations.ts";
import { DEFAULT_RESOURCE, MANIFEST } from "./manager-release-texts.ts";
import { managerWorld, RELEASE } from "./manager-world.ts";

const MANIFEST_AT = `${RELEASE}/manager_manifest.yaml`;
const DEFAULT_AT = `${RELEASE}/manager_default_CR.yaml`;
const ASKED =
  "input: CAP Operator: Install with Manager | Where the manager's release is: an address or a folder with manager_manifest.yaml and manager_default_CR.yaml";

async function after(world: World): Promise<FakePorts & { release: FetchedRelease | undefined }> {
  const ports = fakePorts(managerWorld([], { settings: {}, ...world }));
  const release = await inOperation(ports, fetchRelease);
  return { ...ports, release };
}

test("the setting names the release, and nothing is asked or remembered", async () => {
  const { release, seen } = await after({ settings: { managerReleaseUrl: RELEASE } });
  assert.equal(release?.manifest.text, MANIFEST);
  assert.ok(release && "found" in release.defaultResource);
  assert.deepEqual(
    seen.filter((line) => !line.startsWith("progress")),
    [`download: ${MANIFEST_AT}`, `download: ${DEFAULT_AT}`],
  );
});

test("the progress names what is being fetched", async () => {
  const { seen } = await after({ settings: { managerReleaseUrl: RELEASE } });
  const [, ...texts] = seen.filter((line) => line.startsWith("progress: "));
  assert.deepEqual(texts, [`progress: ${MANIFEST_AT}`, `progress: ${DEFAULT_AT}`]);
});

test("the project names it where the setting does not", async () => {
  const { release, seen } = await after({ project: { managerReleaseUrl: RELEASE } });
  assert.ok(release);
  assert.ok(!seen.some((line) => /^(input|remembered)/.test(line)), seen.join("\n"));
});

test("without a setting, the person is asked, and the answer is remembered once it proved good", async () => {
  const { release, seen } = await after({ input: [RELEASE] });
  assert.ok(release);
  assert.equal(seen[0], ASKED);
  assert.equal(seen.at(-1), `remembered: managerReleaseUrl = ${RELEASE}`);
});

test("the remembered answer is taken without a question", async () => {
  const { release, seen } = await after({ remembered: { managerReleaseUrl: RELEASE } });
  assert.ok(release);
  assert.ok(!seen.some((line) => /^(input|remembered)/.test(line)));
});

test("a dismissed question fetches nothing", async () => {
  const { release, seen } = await after({});
  assert.equal(release, undefined);
  assert.deepEqual(seen, [ASKED]);
});

test("an answer without a release can be changed at once, and is not remembered", async () => {
  const wrong = "https://example.org/none";
  const { release, seen } = await after({ input: [wrong, RELEASE], press: "Change..." });
  assert.ok(release);
  assert.ok(
    seen.includes(
      `error: ${wrong}/manager_manifest.yaml could not be fetched: the server answered 404 Not Found. Nothing was applied. [Change...]`,
    ),
  );
  assert.ok(seen.includes(`${ASKED} (${wrong})`));
  assert.deepEqual(
    seen.filter((line) => line.startsWith("remembered")),
    [`remembered: managerReleaseUrl = ${RELEASE}`],
  );
});

test("a setting without a release leads to the settings", async () => {
  const { release, seen } = await after({
    settings: { managerReleaseUrl: "https://example.org/none" },
    press: "Open Settings",
  });
  assert.equal(release, undefined);
  assert.match(seen.at(-2) ?? "", /404 Not Found\. Nothing was applied\. \[Open Settings\]$/);
  assert.equal(seen.at(-1), "settings: capOperator.managerReleaseUrl");
});

test("an invalid location in the setting is reported before anything is fetched", async () => {
  const { seen } = await after({ settings: { managerReleaseUrl: "oci://example.org/cop" } });
  assert.deepEqual(seen, [
    'error: The setting capOperator.managerReleaseUrl is "oci://example.org/cop". Only http:// and https:// addresses and paths of this machine can be read. Nothing was applied. [Open Settings]',
  ]);
});

test("a folder of the workspace is read without the network", async () => {
  const files = {
    "/home/me/deploy/release/manager_manifest.yaml": MANIFEST,
    "/home/me/deploy/release/manager_default_CR.yaml": DEFAULT_RESOURCE,
  };
  const { release, seen } = await after({ settings: { managerReleaseUrl: "./release" }, files });
  assert.equal(release?.manifest.namespace, "cap-operator-system");
  assert.ok(!seen.some((line) => line.startsWith("download")));
});

test("a manifest alone is read as well, and it is known what is missing beside it", async () => {
  const files = { "/opt/cop/mine.yaml": MANIFEST };
  const { release } = await after({ settings: { managerReleaseUrl: "/opt/cop/mine.yaml" }, files });
  assert.deepEqual(release?.defaultResource, {
    problem: "/opt/cop/manager_default_CR.yaml does not exist or cannot be read.",
  });
});

test("a path that does not exist is reported", async () => {
  const { seen } = await after({ settings: { managerReleaseUrl: "/opt/none" }, files: {} });
  assert.deepEqual(seen, ["error: /opt/none does not exist. Nothing was applied. [Open Settings]"]);
});

test("an HTML page is reported as not being a manifest", async () => {
  const { seen } = await after({
    settings: { managerReleaseUrl: RELEASE },
    downloads: { [MANIFEST_AT]: "title: Log in\n", [DEFAULT_AT]: DEFAULT_RESOURCE },
  });
  assert.equal(
    seen.at(-1),
    `error: ${MANIFEST_AT} is not a Kubernetes manifest. Nothing was applied. [Open Settings]`,
  );
});

test("an invalid default resource does not stop the manager", async () => {
  const { release } = await after({
    settings: { managerReleaseUrl: RELEASE },
    downloads: {
      [MANIFEST_AT]: MANIFEST,
      [DEFAULT_AT]: "apiVersion: v1\nkind: Pod\nmetadata: { name: a }\n",
    },
  });
  assert.deepEqual(release?.defaultResource, {
    problem: `${DEFAULT_AT} contains an object of kind Pod, not an operator resource (kind CAPOperator).`,
  });
});

test("a token in the address is shown nowhere", async () => {
  const { seen } = await after({ settings: { managerReleaseUrl: `${RELEASE}?token=hush` } });
  const shown = seen.filter((line) => !line.startsWith("download: "));
  assert.ok(shown.some((line) => line.includes("could not be fetched")));
  assert.ok(!shown.join("\n").includes("hush"), shown.join("\n"));
});

test("a release without TLS is fetched only when the person agrees", async () => {
  const url = "http://releases.example.org/cop";
  const downloads = {
    [`${url}/manager_manifest.yaml`]: MANIFEST,
    [`${url}/manager_default_CR.yaml`]: DEFAULT_RESOURCE,
  };
  const refused = await after({ settings: { managerReleaseUrl: url }, downloads, confirm: false });
  assert.equal(refused.release, undefined);
  assert.deepEqual(refused.seen, [
    "confirm: Fetch the manager without TLS? [Fetch Without TLS]",
    `  ${url}/manager_manifest.yaml`,
    "  Without TLS, anyone in between can change what is applied to the cluster.",
  ]);
  const agreed = await after({ settings: { managerReleaseUrl: url }, downloads, confirm: true });
  assert.ok(agreed.release);
});

test("the address that answered is shown beside the one that was asked", async () => {
  const elsewhere = "https://mirror.example.net/m.yaml?token=hush";
  const { release } = await after({
    settings: { managerReleaseUrl: RELEASE },
    downloads: { [MANIFEST_AT]: MANIFEST, [DEFAULT_AT]: DEFAULT_RESOURCE },
    redirects: { [MANIFEST_AT]: elsewhere },
  });
  assert.equal(
    release?.location.manifest.shown,
    `${MANIFEST_AT}, answered by https://mirror.example.net/m.yaml`,
  );
});

test("a manifest without the digest of the setting is not applied", async () => {
  const digest = createHash("sha256").update(MANIFEST).digest("hex");
  const world = { downloads: { [MANIFEST_AT]: MANIFEST, [DEFAULT_AT]: DEFAULT_RESOURCE } };
  const wanted = (managerManifestDigest: string) =>
    after({ ...world, settings: { managerReleaseUrl: RELEASE, managerManifestDigest } });
  assert.ok((await wanted(digest.toUpperCase())).release);
  const { release, seen } = await wanted("0".repeat(64));
  assert.equal(release, undefined);
  assert.equal(
    seen.at(-1),
    `error: ${MANIFEST_AT} has the SHA-256 digest ${digest}, not the one in capOperator.managerManifestDigest. Nothing was applied. [Open Settings]`,
  );
});
