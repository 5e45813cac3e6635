import { rollback, uninstall } from "../../../../client/cli/changes.ts";
import { history } from "../../../../client/cli/inspect.ts";
import type { Scene, Stage } from "../failure-scene.ts";
import { CONFIG_MAP, chartOf, deployment } from "./objects.ts";

/** How long to wait for what is not going to be ready. */
const WAIT = { wait: true, timeout: "4s" } as const;

/** What gets in the way of a release, and what does not become ready. */
export const releaseScenes: Readonly<Record<string, Scene>> = {
  // Helm 3 does not use server-side apply, so nothing can be in conflict there.
  conflict: async (stage) => {
    if (stage.can.version.major < 4) return undefined;
    await stage.mustHelm(stage.upgrade(await stage.chart(chartOf(deployment("app", 1)))));
    await stage.api.apply(controllerPath(stage), deploymentSpec({ replicas: 5 }));
    return { args: stage.upgrade(await stage.chart(chartOf(deployment("app", 2)))) };
  },
  conflicts: async (stage) => {
    if (stage.can.version.major < 4) return undefined;
    const fields = (count: number) =>
      deployment("app", count).replace(
        "spec:",
        `spec:\n  minReadySeconds: ${count}\n  revisionHistoryLimit: ${count}`,
      );
    await stage.mustHelm(stage.upgrade(await stage.chart(chartOf(fields(1)))));
    await stage.api.apply(controllerPath(stage), deploymentSpec({ replicas: 5, minReadySeconds: 5 }));
    await stage.helm({
      program: "kubectl",
      args: [
        ...[
          "patch",
          "deployment",
          "controller",
          "--context",
          stage.at.context,
          "--namespace",
          stage.at.namespace,
        ],
        ...["--type", "merge", "--patch", '{"spec":{"revisionHistoryLimit":5}}'],
      ],
    });
    return { args: stage.upgrade(await stage.chart(chartOf(fields(2)))) };
  },
  "not-owned": async (stage) => {
    await stage.namespace();
    await stage.api.create(`/api/v1/namespaces/${stage.at.namespace}/configmaps`, {
      metadata: { name: "settings" },
    });
    return { args: stage.upgrade(await stage.chart(chartOf(CONFIG_MAP))) };
  },
  "not-owned-other-release": async (stage) => {
    const chart = await stage.chart(chartOf(CONFIG_MAP));
    await stage.mustHelm(stage.upgrade(chart, { at: { ...stage.at, release: "other" } }));
    return { args: stage.upgrade(chart) };
  },
  "name-in-use": async (stage) => {
    const chart = await stage.chart(chartOf(CONFIG_MAP));
    await stage.mustHelm(stage.upgrade(chart));
    const { context, namespace, release } = stage.at;
    return { args: ["install", "--kube-context", context, "--namespace", namespace, "--", release, chart] };
  },
  pending: async (stage) => {
    const chart = await stage.chart(chartOf(deployment("pending")));
    await stage.helm({ args: stage.upgrade(chart, { wait: true }), interruptAfter: 2500, kill: true });
    return { args: stage.upgrade(chart) };
  },
  "release-missing": async (stage) => ({ args: history(stage.at).args }),
  "uninstall-missing": async (stage) => ({ args: uninstall(stage.at, WAIT, stage.can).args }),
  "rollback-missing": async (stage) => ({ args: rollback(stage.at, 1, WAIT).args }),
  "rollback-revision-missing": async (stage) => {
    await stage.mustHelm(stage.upgrade(await stage.chart(chartOf(CONFIG_MAP))));
    return { args: rollback(stage.at, 7, WAIT).args };
  },
  "install-times-out": async (stage) => ({
    args: stage.upgrade(await stage.chart(chartOf(deployment("slow"))), WAIT),
  }),
  "hook-times-out": async (stage) => ({
    args: stage.upgrade(await stage.chart(chartOf(JOB)), WAIT),
  }),
  "install-undone": async (stage) => ({
    args: stage.upgrade(await stage.chart(chartOf(deployment("slow"))), { ...WAIT, rollbackOnFailure: true }),
  }),
  "upgrade-undone": async (stage) => {
    await stage.mustHelm(stage.upgrade(await stage.chart(chartOf(CONFIG_MAP))));
    const chart = await stage.chart(chartOf(`${CONFIG_MAP}---\n${deployment("slow")}`));
    return { args: stage.upgrade(chart, { ...WAIT, rollbackOnFailure: true }) };
  },
  "undoing-fails": async (stage) => {
    await stage.mustHelm(stage.upgrade(await stage.chart(chartOf(deployment("old")))));
    return {
      args: stage.upgrade(await stage.chart(chartOf(deployment("new"))), {
        ...WAIT,
        rollbackOnFailure: true,
      }),
    };
  },
  "rollback-times-out": async (stage) => {
    await stage.mustHelm(stage.upgrade(await stage.chart(chartOf(deployment("slow")))));
    return { args: rollback(stage.at, 1, WAIT).args };
  },
  "install-interrupted": async (stage) => ({
    args: stage.upgrade(await stage.chart(chartOf(deployment("slow"))), { wait: true }),
    interruptAfter: 2500,
  }),
  "upgrade-interrupted": async (stage) => {
    await stage.mustHelm(stage.upgrade(await stage.chart(chartOf(CONFIG_MAP))));
    return {
      args: stage.upgrade(await stage.chart(chartOf(deployment("slow"))), { wait: true }),
      interruptAfter: 2500,
    };
  },
  "upgrade-interrupted-undone": async (stage) => {
    await stage.mustHelm(stage.upgrade(await stage.chart(chartOf(CONFIG_MAP))));
    return {
      args: stage.upgrade(await stage.chart(chartOf(deployment("slow"))), {
        wait: true,
        rollbackOnFailure: true,
      }),
      interruptAfter: 2500,
    };
  },
  "cache-not-writable": async (stage) => {
    const file = await stage.file("a-file", "");
    const ref = `oci://${stage.cluster.registries.open}/charts/cap-operator-chart`;
    const chart = await stage.chart(chartOf(CONFIG_MAP));
    await stage.mustHelm(["package", chart, "--destination", chart]);
    const archive = `${chart}/cap-operator-chart-0.1.0.tgz`;
    await stage.mustHelm(["push", archive, `oci://${stage.cluster.registries.open}/charts`, "--plain-http"]);
    const args = stage.upgrade(ref, { chart: { ref, version: "0.1.0" } });
    return {
      args: [...args.slice(0, 2), "--plain-http", ...args.slice(2)],
      env: { HELM_CACHE_HOME: `${file}/cache` },
    };
  },
};

const JOB = `apiVersion: batch/v1
kind: Job
metadata: {name: prepare, annotations: {helm.sh/hook: pre-install}}
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{name: prepare, image: registry.example.org/prepare:1.0.0}]
`;

function controllerPath(stage: Stage): string {
  return `/apis/apps/v1/namespaces/${stage.at.namespace}/deployments/controller`;
}

function deploymentSpec(spec: object) {
  return { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "controller" }, spec };
}
