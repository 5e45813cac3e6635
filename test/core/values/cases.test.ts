import { readCases, testCases } from "../support/case-files.ts";
import { checkValuesCase, VALUES_CASE, type ValuesCase } from "../support/values-cases.ts";

testCases(readCases<ValuesCase>("test/core/values/cases/*.yaml", VALUES_CASE), checkValuesCase);
