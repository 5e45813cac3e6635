// etcd, and two API servers with different objects in it, each with its controllers.
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Access, type ApiServer, connectTo } from "./api-server.ts";
import { freePorts, LOOPBACK } from "./free-ports.ts";
import { kubeconfig } from "./kubeconfig.ts";
import type { Programs } from "./programs.ts";
import type { Servers } from "./servers.ts";

/** The users of the API servers: one who may do everything, and one who may do nothing. */
export const USERS = ["admin", "nobody"] as const;
export type User = (typeof USERS)[number];

/** The controllers that installing needs; there are no nodes, volumes or certificates for the others to look after. */
const CONTROLLERS = [
  "clusterrole-aggregation-controller",
  "cronjob-controller",
  "deployment-controller",
  "endpointslice-controller",
  "garbage-collector-controller",
  "job-controller",
  "namespace-controller",
  "replicaset-controller",
  "root-ca-certificate-publisher-controller",
  "serviceaccount-controller",
  "serviceaccount-token-controller",
];

/** The access of every user to each of the two clusters. */
export interface ControlPlane {
  readonly test: Readonly<Record<User, Access>>;
  readonly other: Readonly<Record<User, Access>>;
}

/** Starts all of it; what comes back is ready. */
export async function startControlPlane(servers: Servers, programs: Programs): Promise<ControlPlane> {
  const [testPort = 0, otherPort = 0] = await freePorts(2);
  const shared = await startStore(servers, programs);
  const [test, other] = await Promise.all([
    startServerWithControllers(servers, programs, { name: "test", port: testPort, ...shared }),
    startServerWithControllers(servers, programs, { name: "other", port: otherPort, ...shared }),
  ]);
  return { test, other };
}

async function startStore(
  servers: Servers,
  programs: Programs,
): Promise<Pick<ClusterOptions, "store" | "secrets">> {
  const [clientPort = 0, peerPort = 0] = await freePorts(2);
  const store = `http://${LOOPBACK}:${clientPort}`;
  const secrets = await writeSecrets(servers.folder);
  await startEtcd(servers, programs.etcd, store, `http://${LOOPBACK}:${peerPort}`);
  return { store, secrets };
}

interface Secrets {
  readonly serviceAccountKey: string;
  readonly tokensFile: string;
  readonly tokens: Readonly<Record<User, string>>;
}

async function writeSecrets(folder: string): Promise<Secrets> {
  const serviceAccountKey = path.join(folder, "service-account.key");
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  await writeFile(serviceAccountKey, privateKey.export({ type: "pkcs1", format: "pem" }), { mode: 0o600 });
  const tokensFile = path.join(folder, "tokens.csv");
  const tokens = { admin: randomUUID(), nobody: randomUUID() };
  const rows = [`${tokens.admin},admin,1,"system:masters"`, `${tokens.nobody},nobody,2`];
  await writeFile(tokensFile, `${rows.join("\n")}\n`, { mode: 0o600 });
  return { serviceAccountKey, tokensFile, tokens };
}

async function startEtcd(servers: Servers, program: string, store: string, peers: string): Promise<void> {
  const args = [
    ...["--name", "test", "--data-dir", path.join(servers.folder, "etcd")],
    ...["--listen-client-urls", store, "--advertise-client-urls", store],
    ...["--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers],
    ...["--initial-cluster", `test=${peers}`],
    ...["--unsafe-no-fsync", "--log-level", "warn"],
  ];
  await servers.start("etcd", program, args, async () => {
    const answer = await fetch(`${store}/health`).catch(() => undefined);
    return answer?.ok ?? false;
  });
}

interface ClusterOptions {
  readonly name: string;
  readonly port: number;
  readonly store: string;
  readonly secrets: Secrets;
}

async function startServerWithControllers(
  servers: Servers,
  programs: Programs,
  options: ClusterOptions,
): Promise<Record<User, Access>> {
  const accesses = await startApiServer(servers, programs["kube-apiserver"], options);
  await startControllers(servers, programs["kube-controller-manager"], accesses.admin, options);
  return accesses;
}

async function startApiServer(
  servers: Servers,
  program: string,
  options: ClusterOptions,
): Promise<Record<User, Access>> {
  const { name, port, store, secrets } = options;
  const certificates = path.join(servers.folder, `certificates-${name}`);
  await mkdir(certificates, { recursive: true });
  const args = [
    ...[`--etcd-servers=${store}`, `--etcd-prefix=/${name}`],
    ...[`--bind-address=${LOOPBACK}`, `--advertise-address=${LOOPBACK}`, `--secure-port=${port}`],
    // The API server makes itself a certificate there.
    `--cert-dir=${certificates}`,
    ...[`--token-auth-file=${secrets.tokensFile}`, "--anonymous-auth=false", "--authorization-mode=RBAC"],
    "--service-account-issuer=https://kubernetes.default.svc",
    `--service-account-key-file=${secrets.serviceAccountKey}`,
    `--service-account-signing-key-file=${secrets.serviceAccountKey}`,
    ...["--service-cluster-ip-range=10.0.0.0/24", "--endpoint-reconciler-type=none", "--profiling=false"],
  ];
  const certificate = path.join(certificates, "apiserver.crt");
  const access = async (user: User): Promise<Access> => ({
    address: `https://${LOOPBACK}:${port}`,
    ca: await readFile(certificate, "utf8"),
    token: secrets.tokens[user],
  });
  await servers.start(`kube-apiserver-${name}`, program, args, async () => {
    if (!existsSync(certificate)) return false;
    const server = connectTo(await access("admin"));
    const isReady = await server.isReady();
    server.close();
    return isReady;
  });
  return { admin: await access("admin"), nobody: await access("nobody") };
}

async function startControllers(
  servers: Servers,
  program: string,
  access: Access,
  options: ClusterOptions,
): Promise<void> {
  const { name, secrets } = options;
  const file = path.join(servers.folder, `controllers-${name}.yaml`);
  const context = { name: `controllers@${name}`, access };
  await writeFile(file, kubeconfig(context.name, [context]), { mode: 0o600 });
  const trusted = path.join(servers.folder, `trusted-${name}.crt`);
  await writeFile(trusted, access.ca);
  const args = [
    ...[`--kubeconfig=${file}`, "--leader-elect=false", "--secure-port=0"],
    `--controllers=${CONTROLLERS.join(",")}`,
    ...[`--service-account-private-key-file=${secrets.serviceAccountKey}`, `--root-ca-file=${trusted}`],
  ];
  const server = connectTo(access);
  await servers.start(`kube-controller-manager-${name}`, program, args, () => hasDefaultAccount(server));
  server.close();
}

/** Pods can be made once the controllers gave a namespace its service account. */
async function hasDefaultAccount(server: ApiServer): Promise<boolean> {
  const account = await server.get("/api/v1/namespaces/default/serviceaccounts/default");
  return account !== undefined;
}
