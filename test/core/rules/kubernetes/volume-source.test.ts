import { describe } from "node:test";
import { finds, mends, passes } from "../../support/rule-tests.ts";

describe("volume-source", () => {
  finds(
    "two sources",
    `
    controller:
      volumes:
        - name: ca
          emptyDir: {}
          configMap:
          ^^^^^^^^^ error[volume-source] "configMap" and "emptyDir" cannot both be set: only one source is allowed. Remove one of them.
            name: ca-bundle
        - name: all
          projected:
            sources:
              - {secret: {name: a}, configMap: {name: b}}
                                    ^^^^^^^^^ error[volume-source] "configMap" and "secret" cannot both be set
        - name: pod
          downwardAPI:
            items:
              - {path: a}
                 ^^^^ error[volume-source] "fieldRef" or "resourceFieldRef" is required in "items[0]" but not set.
      volumeMounts:
        - {name: ca, mountPath: /ca}
        - {name: all, mountPath: /all}
        - {name: pod, mountPath: /pod}
  `,
  );
  finds(
    "no source",
    `
    controller:
      volumes:
        - name: cache
          ^^^^ warning[volume-source] This volume has no source, so it is an empty directory. Write "emptyDir: {}" if you mean that.
      volumeMounts:
        - {name: cache, mountPath: /cache}
  `,
  );
  passes(
    "one source",
    `
    controller:
      volumes:
        - {name: a, emptyDir: {}}
        - {name: b, emptyDir: {}, configMap: null}
        - {name: c, image: {reference: registry.cluster-a.internal/files}}
        - &d {name: d, emptyDir: {}}
        - {<<: *d, name: e}
        - {name: f, projected: {sources: [{}]}}
      volumeMounts:
        - {name: a, mountPath: /a}
        - {name: b, mountPath: /b}
        - {name: c, mountPath: /c}
        - {name: d, mountPath: /d}
        - {name: e, mountPath: /e}
        - {name: f, mountPath: /f}
  `,
  );
});

describe("volume-source: quick fixes", () => {
  const TAIL = "  volumeMounts:\n    - name: ca\n      mountPath: /ca\n";
  const TWO = `controller:\n  volumes:\n    - name: ca\n      emptyDir: {}\n      con$0figMap:\n        name: a\n${TAIL}`;
  mends(
    "two sources",
    TWO,
    'Remove "configMap"',
    `controller:\n  volumes:\n    - name: ca\n      emptyDir: {}\n${TAIL}`,
  );
  mends(
    "two sources",
    TWO,
    'Remove "emptyDir"',
    `controller:\n  volumes:\n    - name: ca\n      configMap:\n        name: a\n${TAIL}`,
  );
  mends(
    "no source",
    `controller:\n  volumes:\n    - na$0me: ca\n${TAIL}`,
    'Insert "emptyDir: {}"',
    `controller:\n  volumes:\n    - name: ca\n      emptyDir: {}\n${TAIL}`,
  );
});
