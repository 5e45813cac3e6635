import { describe } from "node:test";
import { finds, passes } from "../../support/rule-tests.ts";

describe("table-replaced", () => {
  finds(
    "a value where the chart has a mapping",
    `
    image: v0.11.0
    ^^^^^ warning[table-replaced] The chart has a mapping for "image". Helm cannot merge a scalar with it and drops all defaults in it.
           ^^^^^^^ error[wrong-type]
  `,
  );
  finds(
    "a value further down",
    `
    webhook:
      service: 443
      ^^^^^^^ warning[table-replaced] The chart has a mapping for "service". Helm cannot merge a scalar with it and drops all defaults in it.
               ^^^ error[wrong-type]
  `,
  );
  finds(
    "a list for a mapping, a mapping for a value: reported once, at the key",
    `
    webhook:
      service: [443]
      ^^^^^^^ error[wrong-type]
    priorityClassName:
    ^^^^^^^^^^^^^^^^^ error[wrong-type]
      high: 1
  `,
  );
  passes("null, which takes the mapping away on purpose", "global: null\nimage: {tag: v1}\n");
  passes("a mapping where there is one", "webhook: {service: {port: 444}}\ntolerations: []\n");
});
