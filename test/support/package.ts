// `npm run package`: makes the .vsix, lists it, and refuses one that is too large or holds what must not ship.
import { statSync } from "node:fs";
import path from "node:path";
import { repository, vsixPath } from "./repository.ts";
import { createPackage } from "./vsix.ts";
import { listZip } from "./zip-listing.ts";

const LIMIT = 1_050_000;
const MUST_NOT_SHIP = /\.map$|\.ts$|(^|\/)(test|node_modules|bench|artifacts|examples)\//;
const MUST_SHIP = [
  "package.json",
  "readme.md",
  "changelog.md",
  "LICENSE.txt",
  "dist/ThirdPartyNotices.txt",
  "dist/compile-cache.cjs",
  "dist/engine.cjs",
  "dist/engine-later.cjs",
  "dist/extension.cjs",
  "dist/language-server.cjs",
  "dist/server.cjs",
  "dist/json-service.cjs",
  "dist/tar.cjs",
  "dist/yaml-service.cjs",
  "dist/schemas/values.schema.json",
  "dist/schemas/operator.schema.json",
  "dist/schemas/published-chart.json",
].map((name) => `extension/${name}`);

const vsix = vsixPath();
for (const warning of createPackage(vsix)) {
  console.warn(warning.trim());
}

const entries = listZip(vsix);
const names = new Set(entries.map(({ name }) => name));
const faults = [
  ...entries.filter(({ name }) => MUST_NOT_SHIP.test(name)).map(({ name }) => `${name} must not ship`),
  ...MUST_SHIP.filter((name) => !names.has(name)).map((name) => `${name} is missing`),
];
const size = statSync(vsix).size;
if (size > LIMIT) {
  faults.push(
    `the package has ${size.toLocaleString("en")} bytes; the limit is ${LIMIT.toLocaleString("en")}`,
  );
}

for (const { name, compressed, size: full } of entries) {
  console.log(`${String(compressed).padStart(8)} of ${String(full).padStart(8)}  ${name}`);
}
console.log(`${path.relative(repository, vsix)}: ${(size / 1000).toFixed(0)} kB, ${entries.length} files.`);
for (const fault of faults) {
  console.error(`Package refused: ${fault}.`);
}
process.exitCode = faults.length > 0 ? 1 : 0;
