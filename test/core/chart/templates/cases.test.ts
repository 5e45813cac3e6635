import { readCases, testCases } from "../../support/case-files.ts";
import { checkTemplateCase, TEMPLATE_CASE, type TemplateCase } from "../../support/template-cases.ts";

testCases(
  readCases<TemplateCase>("test/core/chart/templates/cases/*.yaml", TEMPLATE_CASE),
  checkTemplateCase,
);
