import type { Scene, Stage } from "../failure-scene.ts";
import { CONFIG_MAP, deployment } from "./objects.ts";

/** What kubectl says where Helm would say something else. Both Helms share one kubectl, so Helm 4's turn is enough. */
export const kubectlScenes: Readonly<Record<string, Scene>> = {
  "kubectl-context-unknown": get((stage) => ({ context: "staging", namespace: stage.at.namespace })),
  "kubectl-kubeconfig-missing": get(() => ({ kubeconfig: "/home/me/.kube/no-such-config" })),
  "kubectl-refused": get((stage) => withServer(stage, "https://127.0.0.1:1")),
  "kubectl-host-unknown": get((stage) => withServer(stage, "https://api.no-such-cluster.invalid:6443")),
  "kubectl-certificate-unknown": get(async (stage) => ({
    kubeconfig: await stage.kubeconfig(({ clusters }) => {
      for (const { cluster } of clusters) delete cluster["certificate-authority-data"];
    }),
  })),
  "kubectl-token-refused": get(async (stage) => ({
    kubeconfig: await stage.kubeconfig(({ users }) => {
      for (const entry of users) entry.user = { token: "no-such-token" };
    }),
  })),
  "kubectl-login-plugin-missing": get(async (stage) => ({
    kubeconfig: await stage.kubeconfig(({ users }) => {
      for (const entry of users) {
        const command = "kubelogin-that-is-missing";
        entry.user = {
          exec: { apiVersion: "client.authentication.k8s.io/v1", command, interactiveMode: "Never" },
        };
      }
    }),
  })),
  "kubectl-no-permission": get(() => ({ context: "nobody@test" })),
  "kubectl-kind-missing": apply(
    "apiVersion: operator.example.org/v1\nkind: CAPOperator\nmetadata: {name: cap-operator}\n",
  ),
  "kubectl-invalid": apply(
    "apiVersion: v1\nkind: Service\nmetadata: {name: webhook}\nspec: {ports: [{port: 99999}]}\n",
  ),
  "kubectl-namespace-missing": async (stage) => {
    if (stage.can.version.major < 4) return undefined;
    return { program: "kubectl", args: applyArgs(stage), stdin: CONFIG_MAP };
  },
  "kubectl-conflict": async (stage) => {
    if (stage.can.version.major < 4) return undefined;
    await stage.namespace();
    await stage.api.apply(`/api/v1/namespaces/${stage.at.namespace}/configmaps/settings`, {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "settings" },
      data: { domain: "example.com" },
    });
    return { program: "kubectl", args: [...applyArgs(stage), "--server-side"], stdin: CONFIG_MAP };
  },
  "kubectl-address-taken": async (stage) => {
    if (stage.can.version.major < 4) return undefined;
    await stage.namespace();
    const service = (name: string) =>
      `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}}\nspec: {clusterIP: 10.0.0.77, ports: [{port: 80}]}\n`;
    await stage.helm({ program: "kubectl", args: applyArgs(stage), stdin: service("first") });
    // A dry run would accept it, because it allocates no addresses.
    return { program: "kubectl", args: applyArgs(stage), stdin: service("second") };
  },
  "kubectl-immutable": async (stage) => {
    if (stage.can.version.major < 4) return undefined;
    await stage.namespace();
    await stage.helm({ program: "kubectl", args: applyArgs(stage), stdin: deployment("old") });
    return { program: "kubectl", args: applyArgs(stage), stdin: deployment("new") };
  },
};

interface Where {
  readonly context?: string;
  readonly namespace?: string;
  readonly kubeconfig?: string;
}

function get(where: (stage: Stage) => Where | Promise<Where>): Scene {
  return async (stage) => {
    if (stage.can.version.major < 4) return undefined;
    const { context = stage.at.context, namespace = "default", kubeconfig } = await where(stage);
    const config = kubeconfig === undefined ? [] : ["--kubeconfig", kubeconfig];
    const args = ["get", "deployments", ...config, "--context", context, "--namespace", namespace];
    return { program: "kubectl", args: [...args, "--output", "json"] };
  };
}

function apply(stdin: string): Scene {
  return async (stage) => {
    if (stage.can.version.major < 4) return undefined;
    await stage.namespace();
    return { program: "kubectl", args: applyArgs(stage), stdin };
  };
}

function applyArgs({ at }: Stage): readonly string[] {
  return ["apply", "--context", at.context, "--namespace", at.namespace, "--filename", "-"];
}

async function withServer(stage: Stage, server: string): Promise<Where> {
  return {
    kubeconfig: await stage.kubeconfig(({ clusters }) => {
      for (const { cluster } of clusters) cluster.server = server;
    }),
  };
}
