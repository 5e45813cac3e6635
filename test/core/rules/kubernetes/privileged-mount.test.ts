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
                            ^^^^^^^^^^^^^ error[privileged-mount] "mountPropagation" is allowed in a privileged container only. Set "securityContext.privileged: true", or change it.
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
