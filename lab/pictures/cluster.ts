// Pictures of installing: what a person sees of a cluster, before the operator is installed in it and after.
import { cpSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { type Cluster, haveCluster } from "../../test/cluster/cluster.ts";
import { playNode } from "../../test/cluster/node-player.ts";
import { haveNamespace, installMesh, installPrerequisites } from "../../test/cluster/prerequisites.ts";
import { startReleaseServer } from "../../test/cluster/release-server.ts";
import { type Desk, sitDown } from "../../test/e2e/person/desk.ts";
import { CHART, MESH, VALUES, variables } from "../../test/e2e/person/example-chart.ts";
import { commandTitle } from "../../test/support/command-title.ts";
import { lineOfView } from "../../test/support/workbench/cluster-view.ts";
import { runProgram } from "../../test/support/workbench/run-program.ts";
import { areaOf, areaOfEditors, DOTS, PICTURE_SETTINGS, takePicture } from "./camera.ts";
import { type Scenes, seesLenses, withoutSideBar } from "./scenes.ts";
import { PICTURES } from "./table.ts";

const FILE = "cluster-values.yaml";
const CONTEXT = "admin@test";
const NAMESPACE = "cap-operator-system";

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
  const releases = await startReleaseServer();
  const node = playNode(cluster.api(CONTEXT));
  const end = async () => {
    await releases.stop();
    await node.stop();
    await cluster.stop();
  };
  try {
    const api = cluster.api(CONTEXT);
    await installPrerequisites(api, "mesh", "platform-certificates", "btp-service-operator");
    // In a namespace that there is, the API server can try every object.
    await haveNamespace(api, NAMESPACE);
    await installMesh(api, MESH);
    const desk = await sitDown({
      ready: true,
      files: { [FILE]: VALUES },
      arrange: (workspace) =>
        cpSync(CHART, path.join(workspace, "charts/cap-operator-chart"), { recursive: true }),
      settings: {
        ...PICTURE_SETTINGS,
        "capOperator.chart": "charts/cap-operator-chart",
        "capOperator.managerReleaseUrl": releases.releaseFor(NAMESPACE),
      },
      machineSettings: {
        "capOperator.helmPath": cluster.programs.helm[4],
        "capOperator.kubectlPath": cluster.programs.kubectl,
      },
      env: variables(cluster),
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

async function helm({ cluster }: ClusterPlace, ...args: readonly string[]): Promise<void> {
  const { code, output } = await runProgram(cluster.programs.helm[4], args, { env: cluster.environment });
  if (code !== 0) throw new Error(output);
}

const RELEASE = ["cap-operator", "--namespace", NAMESPACE, "--kube-context", CONTEXT] as const;

/** Installs the operator unless an earlier scene has. */
function haveRelease(place: ClusterPlace): Promise<void> {
  const [name, ...where] = RELEASE;
  const values = path.join(place.cluster.folder, FILE);
  writeFileSync(values, VALUES);
  const options = ["--wait", "--values", values];
  return helm(place, "upgrade", "--install", name, CHART, ...where, ...options);
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
    await takePicture(person.page, PICTURES.confirmation, await areaOf([dialog], 40));
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
    await takePicture(person.page, PICTURES.view, { x, y, width, height: 340 });
    await person.presses("Control+Shift+e");
  },

  manager: async (place) => {
    const { person } = place.desk;
    const [name, ...where] = RELEASE;
    await helm(place, "uninstall", name, ...where, "--ignore-not-found", "--wait");
    await person.runsCommand(commandTitle("capOperator.installWithManager"));
    await person.readsQuestion(NAMESPACE);
    await person.presses("Enter");
    await person.seesText(person.activeEditor(), "value: mesh-ingressgateway");
    await takePicture(person.page, PICTURES.manager, await areaOfEditors(person.page, 900, 420));
  },
};
