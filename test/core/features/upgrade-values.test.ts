import { readCases, testCases } from "../support/case-files.ts";
import { checkUpgradeCase, UPGRADE_CASE, type UpgradeCase } from "../support/upgrade-cases.ts";

testCases(readCases<UpgradeCase>("test/core/features/upgrade-cases.yaml", UPGRADE_CASE), checkUpgradeCase);
