import { describe } from "node:test";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

const monitoring = (address: string) =>
  `controller:\n  versionMonitoring:\n    metricsServerAddress: ${address}\n`;
const MESSAGE =
  'error[invalid-url] "metricsServerAddress" must be an absolute URL that begins with http:// or https:// and contains a host.';

describe("invalid-url", () => {
  for (const address of [
    "metrics.cluster-a.internal:9090",
    "/metrics",
    "ftp://metrics.cluster-a.internal",
    "http://",
    "http://metrics server",
    "http:/metrics.cluster-a.internal",
    "http://metrics.cluster-a.internal:99999",
    "http://metrics_server:9090",
    "9090",
  ]) {
    finds(
      address,
      `${monitoring(address)}                          ${"^".repeat(address.length)} ${MESSAGE}\n`,
    );
  }
  for (const address of [
    "http://metrics.cluster-a.internal:9090",
    "HTTP://Metrics.cluster-a.internal/base/",
    '"http://10.0.0.1:9090"',
    "http://[fd00::1]:9090",
    '""',
  ]) {
    passes(address, monitoring(address));
  }
});

describe("invalid-url: quick fixes", () => {
  mends(
    "a host without a scheme",
    monitoring("metrics$0.cluster-a.internal:9090 # ours"),
    'Change to "http://metrics.cluster-a.internal:9090"',
    monitoring("http://metrics.cluster-a.internal:9090 # ours"),
  );
  mends(
    "in quotes",
    monitoring("'//metrics$0.cluster-a.internal'"),
    'Change to "http://metrics.cluster-a.internal"',
    monitoring("'http://metrics.cluster-a.internal'"),
  );
  offers("preferred", monitoring("$0metrics.cluster-a.internal"), [
    '*Change to "http://metrics.cluster-a.internal"',
  ]);
  offers("none for another scheme", monitoring("$0ftp://metrics.cluster-a.internal"), []);
});
