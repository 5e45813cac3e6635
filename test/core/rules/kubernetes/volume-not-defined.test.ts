import { describe } from "node:test";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

describe("volume-not-defined", () => {
  finds(
    "another name",
    `
    controller:
      volumes:
        - name: ca-certs
          emptyDir: {}
      volumeMounts:
        - name: ca-certs
          mountPath: /a
        - name: ca-cert
                ^^^^^^^ error[volume-not-defined] No volume "ca-cert" found, so Kubernetes refuses the pod. Did you mean "ca-certs"?
          mountPath: /b
        - {name: data, mountPath: /c}
                 ^^^^ error[volume-not-defined] No volume "data" found, so Kubernetes refuses the pod. Define it, or use the name of another one.
  `,
  );
  finds(
    "volumes of another component",
    `
    controller:
      volumes: [{name: a, emptyDir: {}}]
      volumeMounts: [{name: a, mountPath: /a}]
    subscriptionServer:
      volumeMounts: [{name: a, mountPath: /a}]
                            ^ error[volume-not-defined] No volume "a" found
  `,
  );
  passes(
    "volumes that are merged in",
    `
    controller: &one
      volumes: [{name: a, emptyDir: {}}]
      volumeMounts: [{name: a, mountPath: /a}]
    subscriptionServer:
      <<: *one
      volumeMounts: [{name: a, mountPath: /b}]
  `,
  );
  passes(
    "a name that has not been typed yet",
    'controller:\n  volumeMounts:\n    - mountPath: /a\n      name: ""\n',
  );
});

describe("volume-not-defined: quick fixes", () => {
  const volumes =
    "controller:\n  volumes:\n    - name: data\n      emptyDir: {}\n    - name: ca-certs # CAs\n      emptyDir: {}\n";
  offers("the closest first", `${volumes}  volumeMounts:\n    - {name: $0ca-cert, mountPath: /a}\n`, [
    '*Change to "ca-certs"',
    'Change to "data"',
    'Add an empty volume "ca-cert"',
  ]);
  mends(
    "keeps the quotes",
    `${volumes}  volumeMounts:\n    - {name: "$0ca", mountPath: /a}\n`,
    'Change to "ca-certs"',
    `${volumes}  volumeMounts:\n    - {name: "ca-certs", mountPath: /a}\n`,
  );
  mends(
    "after the others",
    `${volumes}  volumeMounts:\n    - {name: $0new, mountPath: /a}\n`,
    'Add an empty volume "new"',
    `${volumes}    - name: new\n      emptyDir: {}\n  volumeMounts:\n    - {name: new, mountPath: /a}\n`,
  );
  mends(
    "where there is no list",
    "controller:\r\n  volumeMounts:\r\n    - {name: $0a, mountPath: /a}\r\n",
    'Add an empty volume "a"',
    "controller:\r\n  volumeMounts:\r\n    - {name: a, mountPath: /a}\r\n  volumes:\r\n    - name: a\r\n      emptyDir: {}\r\n",
  );
  mends(
    "in brackets",
    "controller:\n  volumes: []\n  volumeMounts: [{name: $0a, mountPath: /a}]\n",
    'Add an empty volume "a"',
    "controller:\n  volumes: [{ name: a, emptyDir: {} }]\n  volumeMounts: [{name: a, mountPath: /a}]\n",
  );
});
