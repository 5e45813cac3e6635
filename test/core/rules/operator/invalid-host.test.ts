import { describe } from "node:test";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

const LABEL_OF_64 = "a".repeat(64);
const LONG = `${"abcdefghi.".repeat(26)}com`;

describe("invalid-host", () => {
  finds(
    "what belongs to a URL",
    `
    subscriptionServer:
      domain: https://operator.cluster-a.internal
              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[invalid-host] "domain" must be a lowercase DNS name: it begins with a scheme.
      dnsTarget: ingress.cluster-a.internal/path
                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[invalid-host] "dnsTarget" must be a lowercase DNS name: it has a path.
    controller:
      dnsTarget: "ingress.cluster-a.internal:443"
                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[invalid-host] "dnsTarget" must be a lowercase DNS name: it has a port.
  `,
  );
  finds(
    "characters that no host has",
    `
    subscriptionServer:
      domain: my_operator.cluster-a.internal
              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[invalid-host] "domain" must be a lowercase DNS name: it contains an underscore.
      dnsTarget: Ingress.cluster-a.internal
                 ^^^^^^^^^^^^^^^^^^^^^^^^^^ error[invalid-host] "dnsTarget" must be a lowercase DNS name: it contains uppercase letters.
    controller:
      dnsTarget: ingress.clüster.internal
                 ^^^^^^^^^^^^^^^^^^^^^^^^ error[invalid-host] "dnsTarget" must be a lowercase DNS name: it contains the character "ü".
  `,
  );
  finds(
    "parts that are empty, or begin with a hyphen",
    `
    subscriptionServer: {domain: operator..internal, dnsTarget: -ingress.internal}
                                 ^^^^^^^^^^^^^^^^^^ error[invalid-host] "domain" must be a lowercase DNS name: it has nothing between two dots.
                                                                ^^^^^^^^^^^^^^^^^ error[invalid-host] "dnsTarget" must be a lowercase DNS name: one of its parts begins or ends with a hyphen.
    controller: {dnsTarget: ingress.internal.}
                            ^^^^^^^^^^^^^^^^^ error[invalid-host] "dnsTarget" must be a lowercase DNS name: it ends with a dot.
  `,
  );
  finds(
    "what is too long",
    `
    subscriptionServer:
      domain: ${LABEL_OF_64}.internal
              ${"^".repeat(73)} error[invalid-host] "domain" must be a lowercase DNS name: its part "aaaaaaaaaaaa…" is longer than 63 characters.
    controller:
      dnsTarget: ${LONG}
                 ${"^".repeat(263)} error[invalid-host] "dnsTarget" must be a lowercase DNS name: it is longer than 253 characters.
  `,
  );
  passes(
    "DNS names of every kind",
    `
    subscriptionServer:
      domain: "*.xn--clster-lva.internal"
      dnsTarget: 1st--ingress.xn--clster-lva.internal
    controller: {dnsTarget: ${"a".repeat(63)}.internal}
  `,
  );
  passes("nothing, where nothing is needed", "controller: {dnsTarget: ''}");
});

describe("invalid-host: quick fixes", () => {
  mends(
    "scheme, port, path and upper case at once, in the same quotes",
    "subscriptionServer:\n  domain: 'htt$0ps://Operator.Cluster-A.internal:443/x?y=1' # ours\n",
    'Change to "operator.cluster-a.internal"',
    "subscriptionServer:\n  domain: 'operator.cluster-a.internal' # ours\n",
  );
  mends(
    "in brackets, with carriage returns",
    'controller: {dnsTarget: "ingress.$0internal."}\r\n',
    'Change to "ingress.internal"',
    'controller: {dnsTarget: "ingress.internal"}\r\n',
  );
  mends(
    "without quotes",
    "webhook: {}\ncontroller:\n    dnsTarget: Ingress$0.internal",
    'Change to "ingress.internal"',
    "webhook: {}\ncontroller:\n    dnsTarget: ingress.internal",
  );
  offers("the one that is meant is preferred", "subscriptionServer: {domain: a.b, dnsTarget: $0//C.b/}\n", [
    '*Change to "c.b"',
  ]);
  offers(
    "none where only the person knows",
    "subscriptionServer: {domain: $0my host.b, dnsTarget: a.b}\n",
    [],
  );
  offers(
    "hyphens in place of underscores, which gives another name",
    "subscriptionServer: {domain: $0My_host.b, dnsTarget: a.b}\n",
    ['Change to "my-host.b"'],
  );
  offers(
    "not preferred where the value is used elsewhere, none at an alias",
    "subscriptionServer: {domain: &host $0A.b, dnsTarget: a.b}\ncontroller: {dnsTarget: *host}\n",
    ['Change to "a.b"'],
  );
});

describe("invalid-host: quotes within quotes", () => {
  mends(
    "that belong to the text",
    "subscriptionServer:\n  domain: \"$0'a.b'\"\n  dnsTarget: c.b\n",
    'Change to "a.b"',
    'subscriptionServer:\n  domain: "a.b"\n  dnsTarget: c.b\n',
  );
});
