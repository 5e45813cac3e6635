import { describe } from "node:test";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

const TITLE = 'Insert "volumes" and "volumeMounts" for a CA certificate';
const BLOCKS =
  "  volumes:\n    - name: metrics-server-ca\n      secret:\n        secretName: <secret_name>\n  volumeMounts:\n    - name: metrics-server-ca\n      mountPath: /etc/ssl/certs/metrics-server-ca.crt\n      subPath: ca.crt\n      readOnly: true\n";
const ADDRESS = "  versionMonitoring:\n    metricsServerAddress: https://metrics.cluster-a.internal\n";

describe("needs-ca-certificates", () => {
  finds(
    "https without a volume",
    `
    controller:
      versionMonitoring:
        metricsServerAddress: https://metrics.cluster-a.internal
                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[needs-ca-certificates] "metricsServerAddress" uses TLS. If its certificate comes from a private CA, mount the CA certificate with "controller.volumes" and "controller.volumeMounts".
  `,
  );
  finds(
    "https with a volume of another component",
    `
    subscriptionServer:
      volumes: [{name: ca, secret: {secretName: ca}}]
      volumeMounts: [{name: ca, mountPath: /etc/ssl/certs}]
    controller:
      volumeMounts: []
      versionMonitoring: {metricsServerAddress: "https://metrics.cluster-a.internal"}
                                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[needs-ca-certificates]
  `,
  );
  passes("http", `controller:\n${ADDRESS.replace("https", "http")}`);
  passes(
    "https with a volume",
    `controller:\n${ADDRESS}  volumes: [{name: ca, secret: {secretName: ca}}]\n  volumeMounts: [{name: ca, mountPath: /etc/ssl/certs}]\n`,
  );
});

describe("needs-ca-certificates: quick fixes", () => {
  mends(
    "after what the component has",
    `controller:\n${ADDRESS.replace("metrics.", "met$0rics.")}webhook: {replicas: 2}\n`,
    TITLE,
    `controller:\n${ADDRESS}${BLOCKS}webhook: {replicas: 2}\n`,
  );
  mends(
    "with carriage returns, at the end of the file",
    `controller:\n${ADDRESS.replace("metrics.", "met$0rics.")}`.replaceAll("\n", "\r\n"),
    TITLE,
    `controller:\n${ADDRESS}${BLOCKS}`.replaceAll("\n", "\r\n"),
  );
  mends(
    "into lists that are empty",
    `controller:\n  volumes: [] # none\n  volumeMounts:\n${ADDRESS.replace("metrics.", "met$0rics.")}`,
    TITLE,
    `controller:\n${BLOCKS.replace("<secret_name>\n", "<secret_name> # none\n")}${ADDRESS}`,
  );
  offers(
    "none where there already are volumes",
    `controller:\n  volumes: [{name: a, emptyDir: {}}]\n${ADDRESS.replace("metrics.", "met$0rics.")}`,
    [],
  );
});
