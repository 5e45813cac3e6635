// `npm run release`: makes and checks everything that a release consists of; publishing it is left to the release workflow, which has
// the accounts. With `--dry-run`, what is still to be filled in is only reported.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { changelogSection } from "./changelog.ts";
import { npm, packForNpm } from "./npm-package.ts";
import { readToPublish, stillToFillIn } from "./publish-check.ts";
import { readManifest } from "./readable-manifest.ts";
import { isPreRelease, tagFault } from "./release-version.ts";
import { bomOfBundles } from "./sbom.ts";

const root = path.resolve(import.meta.dirname, "..");
const target = path.join(root, "artifacts/release");
const isDryRun = process.argv.includes("--dry-run");

const toPublish = readToPublish(root);
const { name, version } = toPublish.manifest;
const { version: locked } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
const tag = process.env.GITHUB_REF_TYPE === "tag" ? process.env.GITHUB_REF_NAME : undefined;

const missing = stillToFillIn(toPublish);
const faults = [
  ...tagFault(version, tag),
  ...(locked === version
    ? []
    : [`package-lock.json is of version ${locked}, and package.json of ${version}.`]),
  ...(isDryRun ? [] : missing),
];
for (const fault of faults) console.error(`No release: ${fault}`);
if (faults.length > 0) process.exit(1);

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });

const flags = [
  ...(isPreRelease(version) ? ["--pre-release"] : []),
  // This needs the finished build.
  ...(isDryRun ? [] : ["--publish-check"]),
];
const packed = spawnSync("npm", ["run", "package", "--", ...flags], {
  cwd: root,
  stdio: "inherit",
  shell: process.platform === "win32",
});
if (packed.status !== 0) process.exit(packed.status ?? 1);

const vsix = `${name}-${version}.vsix`;
cpSync(path.join(root, vsix), path.join(target, vsix));
const files = [vsix, packForNpm(root, target)];

const all = JSON.parse(npm(["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"], root));
const bundled = JSON.parse(readFileSync(path.join(root, "dist/bundled-packages.json"), "utf8"));
const { description } = readManifest<{ description: string }>(root);
const bom = `${name}-${version}.cdx.json`;
writeFileSync(
  path.join(target, bom),
  `${JSON.stringify(bomOfBundles({ name, version, description }, all, bundled), undefined, 2)}\n`,
);
files.push(bom);

const sums = files.map((file) => {
  const sum = createHash("sha256")
    .update(readFileSync(path.join(target, file)))
    .digest("hex");
  return `${sum}  ${file}\n`;
});
writeFileSync(path.join(target, "SHA256SUMS"), sums.join(""));
writeFileSync(path.join(target, "NPM_TAG"), isPreRelease(version) ? "next" : "latest");
const notes = changelogSection(toPublish.changelog, version);
if (notes) writeFileSync(path.join(target, "NOTES.md"), `${notes.text}\n`);

console.log(`\n${path.relative(root, target)}:\n${sums.join("")}`);
console.log(
  `Version ${version}, ${isPreRelease(version) ? "for the pre-release channel" : "for everybody"}.`,
);
for (const sentence of missing) console.log(`Still to be filled in: ${sentence}`);
