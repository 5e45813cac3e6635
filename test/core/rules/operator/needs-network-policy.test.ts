import { describe } from "node:test";
import { finds, passes } from "../../support/rule-tests.ts";

const monitoring = (address: string) =>
  `controller:\n  versionMonitoring:\n    metricsServerAddress: ${address}\n`;
const MESSAGE =
  'information[needs-network-policy] "metricsServerAddress" points to a service inside the cluster. Make sure that network policies allow the connection.';

describe("needs-network-policy", () => {
  for (const address of [
    "http://metrics-server.monitoring.svc:9090",
    "http://metrics-server.monitoring.svc.cluster.local:9090/base",
    "http://metrics-server:9090",
  ]) {
    finds(
      address,
      `${monitoring(address)}                          ${"^".repeat(address.length)} ${MESSAGE}\n`,
    );
  }
  for (const address of [
    "http://metrics.cluster-a.internal:9090",
    "http://svc.cluster-a.internal",
    "http://localhost:9090",
    "http://10.0.0.1:9090",
  ]) {
    passes(address, monitoring(address));
  }
});
