import { readCases, testCases } from "../support/case-files.ts";
import { checkOwnershipCase, OWNERSHIP_CASE, type OwnershipCase } from "../support/ownership-cases.ts";

testCases(readCases<OwnershipCase>("test/core/ownership/cases/*.yaml", OWNERSHIP_CASE), checkOwnershipCase);
