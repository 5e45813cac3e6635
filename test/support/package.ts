// `npm run package`: makes the .vsix, lists it, and refuses one that is too large or holds what must not ship. With `--publish-check` it
// also says what is still to be filled in before the project can be published; `--pre-release` marks the package as one.
import { statSync } from "node:fs";
import path from "node:path";
import { readToPublish, stillToFillIn } from "../../build/publish-check.ts";
import { overBudget, partsOf } from "./package-parts.ts";
import { repository, vsixPath } from "./repository.ts";
import { createPackage } from "./vsix.ts";
import { listZip } from "./zip-listing.ts";

const MUST_NOT_SHIP = /\.map$|\.ts$|(^|\/)(test|node_modules|bench|artifacts|examples)\//;
const MUST_SHIP = [
  "package.json",
  "readme.md",
  "changelog.md",
  "LICENSE.txt",
  "dist/ThirdPartyNotices.txt",
  "dist/docs/index.md",
  "dist/docs/reference/rules.json",
  "dist/extension.cjs",
  "dist/cap-operator.js",
  "dist/language-server.js",
  "dist/web/extension.cjs",
  "dist/web/server.js",
  "dist/schemas/values.schema.json",
  "dist/schemas/operator.schema.json",
  "dist/schemas/published-chart.json",
  "dist/schemas/objects.schema.json",
  "dist/schemas/rule-examples.json",
].map((name) => `extension/${name}`);

const asked = process.argv.slice(2);
const vsix = vsixPath();
for (const warning of createPackage(vsix, { isPreRelease: asked.includes("--pre-release") })) {
  console.warn(warning.trim());
}

const entries = listZip(vsix);
const names = new Set(entries.map(({ name }) => name));
const faults = [
  ...entries.filter(({ name }) => MUST_NOT_SHIP.test(name)).map(({ name }) => `${name} must not ship`),
  ...MUST_SHIP.filter((name) => !names.has(name)).map((name) => `${name} is missing`),
];
const size = statSync(vsix).size;
const parts = partsOf(entries);
faults.push(...overBudget(parts, size));

const columns = (...numbers: readonly number[]) =>
  numbers.map((number) => String(number).padStart(8)).join(" of ");
for (const { name, compressed, size: full } of entries) console.log(`${columns(compressed, full)}  ${name}`);
console.log("\nPart by part, with its budget:");
for (const { name, packed, budget } of parts) console.log(`${columns(packed, budget)}  ${name}`);
console.log(`${path.relative(repository, vsix)}: ${(size / 1000).toFixed(0)} kB, ${entries.length} files.`);
for (const fault of faults) {
  console.error(`Package refused: ${fault}.`);
}
const missing = asked.includes("--publish-check") ? stillToFillIn(readToPublish(repository)) : [];
for (const sentence of missing) {
  console.error(`Still to be filled in: ${sentence}`);
}
process.exitCode = faults.length + missing.length > 0 ? 1 : 0;
