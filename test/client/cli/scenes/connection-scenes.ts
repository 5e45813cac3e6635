import { connect, createServer, type Socket } from "node:net";
import type { Kubeconfig, Scene, Stage } from "../failure-scene.ts";
import { CONFIG_MAP, chartOf } from "./objects.ts";

/** What can go wrong before the cluster has said anything. */
export const connectionScenes: Readonly<Record<string, Scene>> = {
  "kubeconfig-missing": async (stage) => {
    const kubeconfig = "/home/me/.kube/no-such-config";
    return { args: await upgradeAt(stage, { kubeconfig }) };
  },
  "kubeconfig-broken": async (stage) => {
    const kubeconfig = await stage.file("broken.yaml", "clusters: [");
    return { args: await upgradeAt(stage, { kubeconfig }) };
  },
  "kubeconfig-nowhere": async (stage) => ({
    args: await upgradeAt(stage, {}),
    env: { KUBECONFIG: "/home/me/.kube/no-such-config" },
  }),
  "context-unknown": async (stage) => ({ args: await upgradeAt(stage, { context: "staging" }) }),
  "cluster-refuses": (stage) => atServer(stage, "https://127.0.0.1:1"),
  "cluster-host-unknown": (stage) => atServer(stage, "https://api.no-such-cluster.invalid:6443"),
  "cluster-silent": async (stage) => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    silent.unref();
    const { port } = silent.address() as { port: number };
    return atServer(stage, `https://127.0.0.1:${port}`);
  },
  "cluster-lost-early": (stage) => atRelay(stage, 14_000),
  "cluster-lost-late": (stage) => atRelay(stage, 40_000),
  "certificate-unknown": (stage) =>
    withConfig(stage, ({ clusters }) => {
      for (const { cluster } of clusters) delete cluster["certificate-authority-data"];
    }),
  "certificate-other-host": async (stage) => {
    const { port } = new URL(stage.cluster.contexts["admin@test"].address);
    return atServer(stage, `https://localhost:${port}`);
  },
  "token-refused": (stage) => withUser(stage, { token: "no-such-token" }),
  "login-plugin-missing": (stage) => withUser(stage, plugin("kubelogin-that-is-missing", [])),
  "login-plugin-fails": (stage) =>
    withUser(
      stage,
      plugin("sh", ["-c", "echo 'error: the refresh token has expired, log in again' >&2; exit 1"]),
    ),
  "login-plugin-expired": (stage) => withUser(stage, { exec: EXPIRED }),
};

async function upgradeAt(stage: Stage, at: Partial<Stage["at"]>): Promise<readonly string[]> {
  return stage.upgrade(await stage.chart(chartOf(CONFIG_MAP)), { at: { ...stage.at, ...at } });
}

async function withConfig(stage: Stage, change: (config: Kubeconfig) => void) {
  return { args: await upgradeAt(stage, { kubeconfig: await stage.kubeconfig(change) }) };
}

function atServer(stage: Stage, server: string) {
  return withConfig(stage, ({ clusters }) => {
    for (const { cluster } of clusters) cluster.server = server;
  });
}

function withUser(stage: Stage, user: Record<string, unknown>) {
  return withConfig(stage, ({ users }) => {
    for (const entry of users) entry.user = user;
  });
}

function plugin(command: string, args: readonly string[]) {
  return {
    exec: { apiVersion: "client.authentication.k8s.io/v1", command, args, interactiveMode: "Never" },
  };
}

const EXPIRED = {
  apiVersion: "client.authentication.k8s.io/v1",
  command: "echo",
  args: [
    '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"an-old-token"}}',
  ],
  interactiveMode: "Never",
};

async function atRelay(stage: Stage, bytes: number) {
  return atServer(stage, await relay(stage.cluster.contexts["admin@test"].address, bytes));
}

/** An address that leads to a server until that has sent `bytes` bytes, and nowhere afterwards. */
async function relay(address: string, bytes: number): Promise<string> {
  const { hostname, port } = new URL(address);
  const sockets: Socket[] = [];
  let left = bytes;
  const server = createServer((from) => {
    const to = connect(Number(port), hostname);
    sockets.push(from, to);
    for (const socket of [from, to]) socket.on("error", () => socket.destroy());
    from.pipe(to);
    to.on("data", (part) => {
      left -= part.length;
      if (left > 0) return from.write(part);
      server.close();
      for (const socket of sockets) socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `https://127.0.0.1:${(server.address() as { port: number }).port}`;
}
