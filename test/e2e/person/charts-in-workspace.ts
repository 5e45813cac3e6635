// Charts in a workspace, and a file of values that can be upgraded to a newer one of them.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { packedChart } from "../../support/packed-chart.ts";
import { writePublishedChart } from "../../support/published-chart.ts";

/** The archive that {@link putCharts} writes into the folder `charts`. */
export const ARCHIVE = "cap-operator-0.34.0.tgz";

/** Puts the chart 0.30.0 into a folder of the workspace, and 0.34.0 into an archive beside it. */
export function putCharts(workspace: string): void {
  writePublishedChart("0.30.0", path.join(workspace, "charts/cap-operator"));
  const packing = mkdtempSync(path.join(tmpdir(), "cap-operator-packing-"));
  writePublishedChart("0.34.0", packing);
  writeFileSync(path.join(workspace, "charts", ARCHIVE), packedChart(packing));
  rmSync(packing, { recursive: true });
}

/** Values of the first chart, with what the published one renamed. `required` is what every file has to set. */
export function valuesToUpgrade(required: string): string {
  return `# cap-operator: values chart=cap-operator-chart
${required}  # Where the mesh is.
  meshSystemNamespace: my-mesh
  certificateManager: "CertController"
  certificateConfig:
    certController:
      issuerKind: ClusterIssuer
      issuerName: cluster-ca
`;
}

/** The files of a small chart that needs a value. */
export const TEAM_CHART = {
  "charts/team/Chart.yaml": "apiVersion: v2\nname: team\nversion: 1.0.0\n",
  "charts/team/values.yaml":
    'controller:\n  replicas: 1\n  team: ""\nsubscriptionServer:\n  domain: ""\n  dnsTarget: ""\nwebhook:\n  replicas: 1\n',
  "charts/team/templates/config.yaml": `apiVersion: v1
kind: ConfigMap
metadata:
  name: team
data:
  team: {{ required "name the team that operates it" .Values.controller.team }}
  values: {{ toJson .Values | quote }}
`,
};
