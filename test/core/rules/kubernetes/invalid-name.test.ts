import { describe } from "node:test";
import { finds, passes } from "../../support/rule-tests.ts";

const LONG = "a".repeat(64);

describe("invalid-name", () => {
  finds(
    "namespaces, priority classes and issuers",
    `
    priorityClassName: High_Priority
                       ^^^^^^^^^^^^^ error[invalid-name] "priorityClassName" cannot be "High_Priority": lowercase letters, digits, "-" and "." are allowed, with a letter or digit at both ends and around each ".".
    subscriptionServer:
      meshSystemNamespace: mesh.system
                           ^^^^^^^^^^^ error[invalid-name] "meshSystemNamespace" cannot be "mesh.system": lowercase letters, digits and "-" are allowed, with a letter or digit at both ends.
      certificateConfig:
        platform: {issuerName: My-Issuer, issuerNamespace: ${LONG}}
                               ^^^^^^^^^ error[invalid-name] "issuerName" cannot be "My-Issuer":
                                                           ${"^".repeat(64)} error[invalid-name] "issuerNamespace" cannot be "${LONG.slice(4)}…": it has 64 characters, and at most 63 are allowed.
  `,
  );
  finds(
    "secrets, config maps and volumes",
    `
    imagePullSecrets: [{name: reg_cred}]
                              ^^^^^^^^ error[invalid-name] "name" cannot be "reg_cred":
    controller:
      volumes:
        - name: my.ca
                ^^^^^ error[invalid-name] "name" cannot be "my.ca": lowercase letters, digits and "-" are allowed
          secret: {secretName: The Secret}
                               ^^^^^^^^^^ error[invalid-name] "secretName" cannot be "The Secret":
        - name: other
          configMap: {name: ""}
                            ^^ error[invalid-name] "name" cannot be empty.
      volumeMounts:
        - {name: my.ca, mountPath: /a}
        - {name: other, mountPath: /b}
  `,
  );
  passes(
    "names that are valid, or left empty",
    `
    priorityClassName: system.cluster-critical.1
    imagePullSecrets: [{name: my.registry}]
    webhook:
      priorityClassName: ""
    subscriptionServer:
      meshSystemNamespace: mesh-2
      certificateManager: CertController
      certificateConfig: {certController: {issuerKind: Issuer, issuerName: ${"a".repeat(70)}}}
  `,
  );
});

describe("invalid-name: kernel settings", () => {
  finds(
    "names that the kernel cannot have",
    `
    podSecurityContext:
      sysctls:
        - {name: a b, value: "1"}
                 ^^^ error[invalid-name] "name" cannot be "a b": lowercase letters, digits, "-" and "_" are allowed, in parts with "." or "/" between them.
        - {name: net..core, value: "1"}
                 ^^^^^^^^^ error[invalid-name]
        - {name: Net.core, value: "1"}
                 ^^^^^^^^ error[invalid-name]
  `,
  );
  passes(
    "names of settings",
    `
    podSecurityContext:
      sysctls:
        - {name: net.core.somaxconn, value: "1"}
        - {name: net/ipv4/conf/eth0.1/rp_filter, value: "1"}
        - {name: kernel.shm_rmid_forced, value: "1"}
  `,
  );
});
