import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Analysis } from "../../../../server/core/semantics/analysis.ts";
import { parseYaml } from "../../../../server/core/yaml/reader/parse.ts";
import { engine } from "../../support/engine.ts";
import { finds, mends, passes } from "../../support/rule-tests.ts";

describe("duplicate-entry", () => {
  finds(
    "constraints of the same kind, and a kernel setting that is set twice",
    `
    topologySpreadConstraints:
      - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule}
      - {maxSkew: 2, topologyKey: zone, whenUnsatisfiable: DoNotSchedule}
                                  ^^^^ error[duplicate-entry] Another entry already has "topologyKey: zone" and "whenUnsatisfiable: DoNotSchedule". Kubernetes allows only one. Remove one of the two.
    podSecurityContext:
      sysctls:
        - {name: net.ipv4.ip_forward, value: "0"}
        - {name: net.ipv4.ip_forward, value: "1"}
                 ^^^^^^^^^^^^^^^^^^^ error[duplicate-entry] Another entry already has "name: net.ipv4.ip_forward".
  `,
  );
  passes(
    "entries that differ",
    `
    imagePullSecrets: [{name: a}, {name: b}]
    topologySpreadConstraints:
      - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule}
      - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}
      - {maxSkew: 1, topologyKey: host, whenUnsatisfiable: DoNotSchedule}
  `,
  );
  mends(
    "a constraint of the same kind",
    "topologySpreadConstraints:\n  - maxSkew: 1\n    topologyKey: a\n    whenUnsatisfiable: DoNotSchedule\n  - maxSkew: 2\n    topologyKey: $0a\n    whenUnsatisfiable: DoNotSchedule\n",
    "Remove this entry",
    "topologySpreadConstraints:\n  - maxSkew: 1\n    topologyKey: a\n    whenUnsatisfiable: DoNotSchedule\n",
  );
  // As the API server answered: "duplicate entries for key [name="a"]" to server-side apply, nothing to a creation.
  for (const [helm, severity] of [
    [3, 2],
    [4, 1],
  ] as const) {
    test(`a pull secret that is named twice, with Helm ${helm}`, async () => {
      const file = parseYaml("webhook:\n  imagePullSecrets: [{name: a}, {name: a}]\n");
      const roots = file.documents.map((document) => ({
        kind: "values" as const,
        document,
        node: document.root,
      }));
      const analysis = new Analysis("file:///values.yaml", 1, file, roots, [], helm);
      const found = (await engine.diagnostics(analysis)).filter(({ code }) => code === "duplicate-entry");
      assert.deepEqual(
        found.map((one) => one.severity),
        [severity],
      );
    });
  }
});
