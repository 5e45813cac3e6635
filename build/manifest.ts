// `npm run manifest`: writes the parts of package.json that are made of something else. With `--check` it only compares.
import { readFileSync, writeFileSync } from "node:fs";
import { type AddressedManifest, derivedAddresses } from "./addresses.ts";

/**
 * The manifest with the addresses that follow from that of the repository, which they come after. Everything else stays as it is, in its
 * order.
 */
export function completeManifest<T extends AddressedManifest>(manifest: T): object {
  const { bugs: _, homepage: __, qna: ___, ...others } = manifest;
  const derived = derivedAddresses(manifest);
  return Object.fromEntries(
    Object.entries(others).flatMap((entry) =>
      entry[0] === "repository" ? [entry, ...Object.entries(derived)] : [entry],
    ),
  );
}

if (import.meta.main) {
  const file = new URL("../package.json", import.meta.url);
  const text = readFileSync(file, "utf8");
  const made = `${JSON.stringify(completeManifest(JSON.parse(text)), undefined, 2)}\n`;
  if (text.replaceAll("\r\n", "\n") !== made) {
    if (process.argv.includes("--check")) {
      console.error("package.json is stale. Write it with: npm run manifest");
      process.exitCode = 1;
    } else writeFileSync(file, made);
  }
}
