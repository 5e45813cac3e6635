import { describe } from "node:test";
import { finds, passes } from "../../support/rule-tests.ts";

describe("volume-not-mounted", () => {
  finds(
    "nothing is mounted",
    `
    controller:
      volumes:
        - name: ca
                ^^ hint[volume-not-mounted] Nothing mounts the volume "ca", so the container does not see it.
          emptyDir: {}
  `,
  );
  finds(
    "another one is mounted",
    `
    subscriptionServer:
      volumes: [{name: a, emptyDir: {}}, {name: b, emptyDir: {}}]
                       ^ hint[volume-not-mounted] Nothing mounts the volume "a"
      volumeMounts: [{name: b, mountPath: /b}]
  `,
  );
  passes(
    "all are mounted",
    `
    controller:
      volumeMounts: [{name: a, mountPath: /a}, {name: a, mountPath: /b, subPath: b}]
      volumes: [{name: a, emptyDir: {}}]
  `,
  );
});
