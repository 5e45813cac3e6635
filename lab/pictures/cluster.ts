// Pictures of installing: what a person sees of a cluster, before the operator is installed in it and after.
import { cpSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright-core";
import type { ApiServer } from "../../test/cluster/api-server.ts";
import { type Cluster, haveCluster } from "../../test/cluster/cluster.ts";
import { playNode } from "../../test/cluster/node-player.ts";
import {
  haveNamespace,
  installMesh,
  installPrerequisites,
  type MeshInstallation,
} from "../../test/cluster/prerequisites.ts";
import { ARCHIVE, putCharts } from "../../test/e2e/person/charts-in-workspace.ts";
import { type Desk, sitDown } from "../../test/e2e/person/desk.ts";
import { variables } from "../../test/e2e/person/example-chart.ts";
import { commandTitle } from "../../test/support/command-title.ts";
import { repository } from "../../test/support/repository.ts";
import { lineOfView } from "../../test/support/workbench/cluster-view.ts";
import { runProgram } from "../../test/support/workbench/run-program.ts";
import { areaOf, areaOfEditors, DOTS, PICTURE_SETTINGS, takePicture } from "./camera.ts";
import { DOMAIN, nameCluster } from "./named-cluster.ts";
import { type Scenes, seesLenses, withoutSideBar } from "./scenes.ts";
import { PICTURES } from "./table.ts";
import { playTour, TOUR_FILE, TOUR_TEXT } from "./tour.ts";

const FILE = "values-eu10.yaml";
/** The names that the cluster has for those who set it up. */
const CONTEXT = "admin@test";
const NAMESPACE = "cap-operator-system";
const CHART = `charts/${ARCHIVE}`;
const MANAGER = "manager-release";

const VALUES = `# cap-operator: values
subscriptionServer:
  domain: cop.${DOMAIN}
  dnsTarget: public-ingress.${DOMAIN}
  certificateManager: CertManager
  certificateConfig:
    certManager:
      issuerKind: ClusterIssuer
      issuerName: letsencrypt
`;

/** The mesh as the published chart looks for it. */
const MESH: MeshInstallation = {
  namespace: "istio-system",
  version: "1.24.2",
  gateway: {
    labels: { app: "istio-ingressgateway", istio: "ingressgateway" },
    annotations: { "dns.gardener.cloud/dnsnames": `public-ingress.${DOMAIN}, *.${DOMAIN}` },
    loadBalancer: { hostname: `public-ingress.${DOMAIN}` },
  },
};

/** A desk in front of a cluster. */
export interface ClusterPlace {
  readonly desk: Desk;
  readonly cluster: Cluster;
  /** Ends everything. */
  leave(): Promise<void>;
}

/** Starts a cluster that has what an installation needs, and sits down in front of it. */
export async function sitDownAtCluster(): Promise<ClusterPlace> {
  const cluster = await haveCluster();
  const named = await nameCluster(cluster, CONTEXT);
  const node = playNode(cluster.api(CONTEXT));
  const end = async () => {
    await node.stop();
    await named.stop();
    await cluster.stop();
  };
  try {
    await prepare(cluster.api(CONTEXT));
    const desk = await sitDown({
      ready: true,
      files: { [FILE]: VALUES, [TOUR_FILE]: TOUR_TEXT, ".vscode/settings.json": "{}\n" },
      arrange: (workspace) => {
        putCharts(workspace);
        const release = path.join(repository, "test/cluster/fixtures/manager-release");
        cpSync(release, path.join(workspace, MANAGER), { recursive: true });
      },
      settings: {
        ...PICTURE_SETTINGS,
        "capOperator.chart": CHART,
        "capOperator.managerReleaseUrl": MANAGER,
      },
      machineSettings: {
        "capOperator.helmPath": cluster.programs.helm[4],
        "capOperator.kubectlPath": cluster.programs.kubectl,
      },
      env: { ...variables(cluster), KUBECONFIG: named.kubeconfig },
      deviceScaleFactor: DOTS,
    });
    const leave = async () => {
      await desk.leave();
      await end();
    };
    return { desk, cluster, leave };
  } catch (error) {
    await end();
    throw error;
  }
}

async function prepare(api: ApiServer): Promise<void> {
  // Both managers of certificates: the view asks for that of the chart's defaults, a file for the one that it names.
  await installPrerequisites(api, "mesh", "platform-certificates", "cert-controller", "btp-service-operator");
  // In a namespace that there is, the API server can try every object.
  await haveNamespace(api, NAMESPACE);
  await installMesh(api, MESH);
  const issuer = "/apis/cert-manager.io/v1/clusterissuers/letsencrypt";
  await api.apply(issuer, {
    apiVersion: "cert-manager.io/v1",
    kind: "ClusterIssuer",
    metadata: { name: "letsencrypt" },
  });
  const message = "The ACME account was registered with the ACME server";
  const ready = { type: "Ready", status: "True", reason: "ACMEAccountRegistered", message };
  await api.patch(`${issuer}/status`, { status: { conditions: [ready] } });
}

async function helm({ cluster }: ClusterPlace, ...args: readonly string[]): Promise<void> {
  const { code, output } = await runProgram(cluster.programs.helm[4], args, { env: cluster.environment });
  if (code !== 0) throw new Error(output);
}

const RELEASE = ["cap-operator", "--namespace", NAMESPACE, "--kube-context", CONTEXT] as const;

/** Installs the operator unless an earlier scene has. */
function haveRelease(place: ClusterPlace): Promise<void> {
  const [name, ...where] = RELEASE;
  const { folder } = place.cluster;
  putCharts(folder);
  const values = path.join(folder, FILE);
  writeFileSync(values, VALUES);
  const options = ["--wait", "--values", values];
  return helm(place, "upgrade", "--install", name, path.join(folder, CHART), ...where, ...options);
}

/** The first table of the page that is shown. */
async function tableOf(page: Page): Promise<Locator> {
  for (const frame of page.frames()) {
    const table = frame.locator("table").first();
    if (await table.isVisible()) return table;
  }
  throw new Error("No page with a table is shown.");
}

export const IN_CLUSTER: Scenes<ClusterPlace> = {
  // First of all, because the editor keeps whether the list shows what a key means.
  tour: ({ desk: { person } }) => playTour(person),

  prerequisites: async ({ desk: { person } }) => {
    await person.opensFile(FILE);
    await seesLenses(person, FILE);
    await person.runsCommand(commandTitle("capOperator.checkPrerequisites"));
    await person.readsPage("1.24.2");
    // All rows of the table are in sight in a high window only.
    await person.page.setViewportSize({ width: 1280, height: 1100 });
    const { x, y } = await areaOfEditors(person.page, 0, 0);
    const table = await areaOf([await tableOf(person.page)], 12);
    const area = { x, y, width: 980, height: table.y + table.height - y };
    await takePicture(person.page, PICTURES.prerequisites, area);
  },

  confirmation: async ({ desk: { person } }) => {
    await person.opensFile(FILE);
    await seesLenses(person, FILE);
    await person.runsCommand(commandTitle("capOperator.install"));
    await person.readsQuestion("sha256:");
    const dialog = person.page.locator(".monaco-dialog-box").first();
    await takePicture(person.page, PICTURES.confirmation, await areaOf([dialog], 0));
    await person.presses("Escape");
    await dialog.waitFor({ state: "hidden" });
  },

  preview: async (place) => {
    const { person } = place.desk;
    await haveRelease(place);
    await person.opensFile(FILE);
    await withoutSideBar(person, async () => {
      await person.presses("Control+End");
      await person.types("controller:\n  replicas: 2");
      await person.saves();
      await person.runsCommand(commandTitle("capOperator.previewInstallation"));
      await person.seesText(person.diffSide("modified"), "replicas: 2");
      await takePicture(person.page, PICTURES.preview, await areaOfEditors(person.page, 1232, 434));
    });
  },

  view: async (place) => {
    const { person } = place.desk;
    await haveRelease(place);
    await person.runsCommand(commandTitle("capOperator.refreshView"));
    await person.page.locator('.activitybar [aria-label^="CAP Operator"]').first().click();
    await person.page.mouse.move(700, 600);
    await lineOfView(person.page, "controller").waitFor();
    // While it is read, the view has a button that stops that.
    const [, stop = ""] = commandTitle("capOperator.cancelRefresh").split(": ");
    const button = person.page
      .locator(`.part.sidebar [aria-label^="${stop}"]`)
      .filter({ visible: true })
      .first();
    await button.waitFor({ state: "hidden" });
    await person.page
      .locator(".workbench-hover")
      .filter({ visible: true })
      .first()
      .waitFor({ state: "hidden" });
    const { x, y, width } = await areaOf([person.page.locator(".part.sidebar")], 0);
    await takePicture(person.page, PICTURES.view, { x, y, width, height: 222 });
    await person.presses("Control+Shift+e");
  },

  manager: async (place) => {
    const { person } = place.desk;
    const [name, ...where] = RELEASE;
    await helm(place, "uninstall", name, ...where, "--ignore-not-found", "--wait");
    // Labels of its own, so that the default operator resource does not fit.
    const labels = { istio: "ingressgateway", app: "public-gateway" };
    await installMesh(place.cluster.api(CONTEXT), { ...MESH, gateway: { ...MESH.gateway, labels } });
    await person.runsCommand(commandTitle("capOperator.installWithManager"));
    await person.readsQuestion(NAMESPACE);
    await person.presses("Enter");
    // A context of production is protected.
    await person.isAskedToType(NAMESPACE);
    await person.types(NAMESPACE);
    await person.presses("Enter");
    await person.seesText(person.activeEditor(), "value: public-gateway");
    await takePicture(person.page, PICTURES.manager, await areaOfEditors(person.page, 900, 420));
  },
};
