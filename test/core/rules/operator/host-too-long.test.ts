import { describe } from "node:test";
import { finds, passes } from "../../support/rule-tests.ts";

const OF_64 = `${"a".repeat(46)}.cluster-a.internal`.slice(1);
const OF_65 = `b${OF_64}`;

describe("host-too-long", () => {
  finds(
    "a domain of 65 characters",
    `
    subscriptionServer:
      domain: ${OF_65}
              ${"^".repeat(65)} warning[host-too-long] "domain" has 65 characters, but the common name of a certificate can have at most 64. Use a shorter name.
  `,
  );
  finds(
    "in quotes",
    `
    subscriptionServer: {domain: "sub.${OF_65}"}
                                 ${"^".repeat(71)} warning[host-too-long] "domain" has 69 characters
  `,
  );
  passes(
    "64 characters, and a target that is in no certificate",
    `
    subscriptionServer:
      domain: ${OF_64}
      dnsTarget: ingress.${OF_65}
  `.replace("ingress.", "ingress-of-the-whole-landscape."),
  );
});
