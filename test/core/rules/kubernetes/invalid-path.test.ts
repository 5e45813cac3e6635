import { describe } from "node:test";
import { finds, mends, passes } from "../../support/rule-tests.ts";

describe("invalid-path", () => {
  finds(
    "paths that lead out of where they belong",
    `
    podSecurityContext:
      seccompProfile: {type: Localhost, localhostProfile: /own.json}
                                                          ^^^^^^^^^ error[invalid-path] "localhostProfile" cannot be "/own.json": the path must not start with "/".
    controller:
      volumes:
        - name: ca
          configMap:
            name: ca
            items:
              - {key: ca, path: ..hidden}
                                ^^^^^^^^ error[invalid-path] "path" cannot be "..hidden": the path must not start with "..".
              - {key: ca, path: a/../b}
                                ^^^^^^ error[invalid-path] "path" cannot be "a/../b": the path must not contain "..".
        - name: host
          hostPath: {path: /var/../etc}
                           ^^^^^^^^^^^ error[invalid-path] "path" cannot be "/var/../etc": the path must not contain "..".
      volumeMounts:
        - {name: ca, mountPath: /a, subPath: /x}
                                             ^^ error[invalid-path] "subPath" cannot be "/x": the path must not start with "/".
        - {name: host, mountPath: /b, subPathExpr: ../x}
                                                   ^^^^ error[invalid-path] "subPathExpr" cannot be "../x": the path must not contain "..".
  `,
  );
  passes(
    "paths that the API server takes",
    `
    podSecurityContext:
      seccompProfile: {type: Localhost, localhostProfile: profiles/own.json}
    controller:
      securityContext:
        appArmorProfile: {type: Localhost, localhostProfile: /own}
      volumes:
        - {name: ca, configMap: {name: ca, items: [{key: ca, path: a/b}]}}
        - {name: host, hostPath: {path: /var/lib}}
      volumeMounts:
        - {name: ca, mountPath: /a, subPath: ..x/y..}
        - {name: host, mountPath: /b, subPath: ""}
  `,
  );
});

describe("invalid-path: quick fixes", () => {
  const text = (subPath: string) =>
    `controller:\n  volumes: [{name: ca, emptyDir: {}}]\n  volumeMounts:\n    - name: ca\n      mountPath: /ca\n      subPath: ${subPath}\n`;
  mends("an absolute path", text("$0//a/b"), 'Change to "a/b"', text("a/b"));
});
