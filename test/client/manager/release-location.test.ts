import assert from "node:assert/strict";
import { test } from "node:test";
import { problemOfLocation, releaseBehind, releaseIn } from "../../../client/manager/release-location.ts";

const LATEST = "https://releases.example.org/cap-operator/latest";

for (const address of [LATEST, `${LATEST}/`, ` ${LATEST} `, `${LATEST}/manager_manifest.yaml`]) {
  test(`the texts of the release at "${address}"`, () => {
    const { manifest, defaultResource } = releaseBehind(address);
    assert.equal(manifest.location, `${LATEST}/manager_manifest.yaml`);
    assert.equal(defaultResource.location, `${LATEST}/manager_default_CR.yaml`);
  });
}

test("a manifest with another name is used, with the default resource beside it", () => {
  const { manifest, defaultResource } = releaseBehind("https://example.org/v1/manifest.yml");
  assert.equal(manifest.location, "https://example.org/v1/manifest.yml");
  assert.equal(defaultResource.location, "https://example.org/v1/manager_default_CR.yaml");
});

test("what may be secret in an address is sent along, but not shown", () => {
  const { manifest, defaultResource } = releaseBehind("https://me:pass@example.org/cop?token=abc");
  assert.equal(manifest.location, "https://me:pass@example.org/cop/manager_manifest.yaml?token=abc");
  assert.equal(manifest.shown, "https://example.org/cop/manager_manifest.yaml");
  assert.equal(defaultResource.location, "https://me:pass@example.org/cop/manager_default_CR.yaml?token=abc");
});

test("a folder, a Windows folder and a file have the texts side by side", () => {
  assert.equal(
    releaseIn("/home/me/release/", "folder").manifest.location,
    "/home/me/release/manager_manifest.yaml",
  );
  assert.equal(
    releaseIn("C:\\my release", "folder").defaultResource.location,
    "C:\\my release\\manager_default_CR.yaml",
  );
  const { manifest, defaultResource } = releaseIn("C:\\my release\\mine.yaml", "file");
  assert.equal(manifest.location, "C:\\my release\\mine.yaml");
  assert.equal(defaultResource.location, "C:\\my release\\manager_default_CR.yaml");
});

for (const [text, problem] of [
  ["  ", /^Enter the address or the folder/],
  ["https://", /cannot be read/],
  ["ftp://example.org/x", /^Only http/],
  ["oci://example.org/x", /^Only http/],
] as const) {
  test(`"${text}" is refused where the release is asked for`, () => {
    assert.match(problemOfLocation(text) ?? "", problem);
  });
}

for (const text of [LATEST, "./release", "/opt/release", "C:\\release", "http://127.0.0.1:80/x"]) {
  test(`"${text}" may be a release`, () => assert.equal(problemOfLocation(text), undefined));
}
