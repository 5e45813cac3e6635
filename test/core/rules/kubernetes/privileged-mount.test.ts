import { describe } from "node:test";
import { finds, passes } from "../../support/rule-tests.ts";

const TAIL = `
      volumes: [{name: data, emptyDir: {}}]
      volumeMounts:
        - name: data
          mountPath: /data
          mountPropagation: Bidirectional`;

describe("privileged-mount", () => {
  finds(
    "a container that is not privileged",
    `
    controller:${TAIL}
                            ^^^^^^^^^^^^^ error[privileged-mount] This value of "mountPropagation" is allowed only in a privileged container. Change it, or set "securityContext.privileged: true".
    subscriptionServer:
      securityContext: {privileged: false}${TAIL}
                            ^^^^^^^^^^^^^ error[privileged-mount]
  `,
  );
  passes(
    "a privileged container",
    `
    controller:
      securityContext: {privileged: true}${TAIL}
  `,
  );
});
