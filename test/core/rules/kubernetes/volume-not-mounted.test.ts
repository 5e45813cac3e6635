import { describe } from "node:test";
import { finds, passes } from "../../support/rule-tests.ts";

describe("volume-not-mounted", () => {
  finds(
    "nothing is mounted",
    `
    controller:
      volumes:
        - name: ca
                ^^ hint[volume-not-mounted] The volume "ca" is not mounted, so the container cannot access it.
          emptyDir: {}
  `,
  );
  finds(
    "another one is mounted",
    `
    subscriptionServer:
      volumes: [{name: a, emptyDir: {}}, {name: b, emptyDir: {}}]
                       ^ hint[volume-not-mounted] The volume "a" is not mounted
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
