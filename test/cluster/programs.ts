// The programs of the cluster: those of this machine if there are any, otherwise built here with Go, once. To build them ahead of
// the tests: node test/cluster/programs.ts

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { helmBinary } from "../helm/build-helm.ts";
import { GO_ENVIRONMENT, haveGo } from "../support/go.ts";
import { cacheFolder, installOnce } from "../support/workbench/install-once.ts";

/** The programs of a cluster, each as the path of an executable. */
export interface Programs {
  readonly etcd: string;
  readonly "kube-apiserver": string;
  readonly "kube-controller-manager": string;
  readonly kubectl: string;
  readonly registry: string;
  readonly helm: Readonly<Record<3 | 4, string>>;
}

type Built = Exclude<keyof Programs, "helm">;

const MODULE = path.join(import.meta.dirname, "build");

/** The main package of each program, as the go.mod in `build/` names them. */
const PACKAGES: Readonly<Record<Built, string>> = {
  etcd: "go.etcd.io/etcd/server/v3",
  "kube-apiserver": "k8s.io/kubernetes/cmd/kube-apiserver",
  "kube-controller-manager": "k8s.io/kubernetes/cmd/kube-controller-manager",
  kubectl: "k8s.io/kubernetes/cmd/kubectl",
  registry: "./registry",
};

/** Finds or builds every program; `undefined` where something would have to be built and Go is missing. */
export async function clusterPrograms(): Promise<Programs | undefined> {
  const helm = { 3: await helmBinary(3), 4: await helmBinary(4) };
  const etcd = await program("etcd");
  const apiServer = await program("kube-apiserver");
  const controllers = await program("kube-controller-manager");
  const kubectl = await program("kubectl");
  const registry = await program("registry");
  if (!helm[3] || !helm[4] || !etcd || !apiServer || !controllers || !kubectl || !registry) return undefined;
  return {
    etcd,
    "kube-apiserver": apiServer,
    "kube-controller-manager": controllers,
    kubectl,
    registry,
    helm: { 3: helm[3], 4: helm[4] },
  };
}

/** The version of Kubernetes that is built, as the go.mod in `build/` has it. */
export function kubernetesVersion(): string {
  const version = /k8s\.io\/kubernetes (v\d+\.\d+\.\d+)/.exec(readModule("go.mod"))?.[1];
  if (version === undefined)
    throw new Error("test/cluster/build/go.mod names no version of k8s.io/kubernetes.");
  return version;
}

async function program(name: Built): Promise<string | undefined> {
  const file = executable(name);
  const present = name === "registry" ? undefined : presentFolder();
  if (present !== undefined && existsSync(path.join(present, file))) return path.join(present, file);
  const isBuilt = existsSync(path.join(cacheFolder(), folderName(name), file));
  if (!isBuilt && !haveGo()) return undefined;
  const folder = await installOnce({
    name: folderName(name),
    announcement: `Building ${name} with Go: up to some minutes`,
    pins: { module: moduleDigest() },
    install: (draft) => build(name, path.join(draft, file)),
  });
  return path.join(folder, file);
}

/**
 * The folder with the programs that this machine has: the one that KUBEBUILDER_ASSETS names, as for Kubernetes' own
 * envtest, or one of PATH. A lone etcd or kubectl on PATH can be of any age, so that it counts only beside the rest.
 */
function presentFolder(): string | undefined {
  const named = process.env.KUBEBUILDER_ASSETS;
  if (named && !existsSync(path.join(named, executable("kube-apiserver")))) {
    throw new Error(`KUBEBUILDER_ASSETS names ${named}, in which there is no kube-apiserver.`);
  }
  const folders = named ? [named] : (process.env.PATH ?? "").split(path.delimiter);
  const wanted = ["etcd", "kube-apiserver", "kubectl"].map(executable);
  return folders.find(
    (folder) => folder !== "" && wanted.every((file) => existsSync(path.join(folder, file))),
  );
}

async function build(name: Built, file: string): Promise<void> {
  const version = kubernetesVersion();
  const [, major, minor] = /^v(\d+)\.(\d+)/.exec(version) ?? [];
  // Helm compares the server's version with what a chart asks for; without these the server says v0.0.0.
  const stamp = { gitVersion: version, gitMajor: major, gitMinor: minor, gitTreeState: "clean" };
  const flags = Object.entries(stamp).map(
    ([key, value]) => `-X k8s.io/component-base/version.${key}=${value}`,
  );
  const args = ["build", "-ldflags", `-s -w ${flags.join(" ")}`, "-o", file, PACKAGES[name]];
  await promisify(execFile)("go", args, {
    cwd: MODULE,
    env: GO_ENVIRONMENT,
    maxBuffer: 16 * 1024 * 1024,
  });
}

function moduleDigest(): string {
  const hash = createHash("sha256");
  for (const file of ["go.mod", "go.sum", "registry/main.go"]) hash.update(readModule(file));
  return hash.digest("hex");
}

function readModule(file: string): string {
  return readFileSync(path.join(MODULE, file), "utf8");
}

function folderName(name: Built): string {
  return `cluster-${name}`;
}

function executable(name: string): string {
  return process.platform === "win32" ? `${name}.exe` : name;
}

if (import.meta.main && (await clusterPrograms()) === undefined) {
  console.log("Go is not installed, so no programs were built.");
}
