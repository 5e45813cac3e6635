import { readCases, testCases } from "../support/case-files.ts";
import { checkReadingCase, READING_CASE, type ReadingCase } from "../support/reading-cases.ts";

testCases(readCases<ReadingCase>("test/core/yaml/cases/*.yaml", READING_CASE), checkReadingCase);
