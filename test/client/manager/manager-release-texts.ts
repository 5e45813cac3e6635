import { readFileSync } from "node:fs";

const FOLDER = new URL("../../cluster/fixtures/manager-release/", import.meta.url);

/** The texts of the release that tests install. */
export const MANIFEST = readFileSync(new URL("manager_manifest.yaml", FOLDER), "utf8");
export const DEFAULT_RESOURCE = readFileSync(new URL("manager_default_CR.yaml", FOLDER), "utf8");
