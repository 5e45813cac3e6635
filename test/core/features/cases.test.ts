import { readCases, testCases } from "../support/case-files.ts";
import { checkFeatureCase, FEATURE_CASE, type FeatureCase } from "../support/feature-cases.ts";

testCases(readCases<FeatureCase>("test/core/features/cases/*.yaml", FEATURE_CASE), checkFeatureCase);
