// Registries for charts: plain HTTP on the loopback address, with the content in memory.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { dump } from "js-yaml";
import { freePorts, LOOPBACK } from "./free-ports.ts";
import type { Servers } from "./servers.ts";

/** The user of the registry that wants a login. */
export const REGISTRY_LOGIN = { user: "reader", password: "loopback" } as const;

/** The line of a password file for that login: the password as bcrypt, which is all that the registry reads. */
const PASSWORD_LINE = "reader:$2a$04$rYHQJoe5xyyjMNUP2cNnJObiU3RCoMKBI0OYdjILF1ok6.zOcfrca\n";

/** The addresses of the registries, each as `host:port`. */
export interface Registries {
  /** Takes pushes and pulls from everybody. */
  readonly open: string;
  /** Wants a login for everything. */
  readonly locked: string;
}

/** Starts both registries. */
export async function startRegistries(servers: Servers, program: string): Promise<Registries> {
  const [openPort = 0, lockedPort = 0] = await freePorts(2);
  const passwords = path.join(servers.folder, "registry.htpasswd");
  await writeFile(passwords, PASSWORD_LINE);
  const [open, locked] = await Promise.all([
    startRegistry(servers, program, { name: "registry-open", port: openPort }),
    startRegistry(servers, program, { name: "registry-locked", port: lockedPort, passwords }),
  ]);
  return { open, locked };
}

async function startRegistry(
  servers: Servers,
  program: string,
  { name, port, passwords }: { name: string; port: number; passwords?: string },
): Promise<string> {
  const address = `${LOOPBACK}:${port}`;
  const file = path.join(servers.folder, `${name}.yml`);
  const configuration = {
    version: 0.1,
    log: { level: "warn", accesslog: { disabled: true } },
    storage: { inmemory: {}, delete: { enabled: true } },
    http: { addr: address },
    ...(passwords && { auth: { htpasswd: { realm: "charts", path: passwords } } }),
  };
  await writeFile(file, dump(configuration));
  await servers.start(name, program, ["serve", file], async () => {
    const answer = await fetch(`http://${address}/v2/`).catch(() => undefined);
    return answer?.status === (passwords ? 401 : 200);
  });
  return address;
}

/** Removes a version of what is kept under a name: the registry has it no more. */
export async function removeTag(registry: string, name: string, tag: string): Promise<void> {
  const manifests = `http://${registry}/v2/${name}/manifests`;
  const headers = { accept: "application/vnd.oci.image.manifest.v1+json" };
  const found = await fetch(`${manifests}/${tag}`, { method: "HEAD", headers });
  const digest = found.headers.get("docker-content-digest");
  const removed = await fetch(`${manifests}/${digest}`, { method: "DELETE" });
  if (!removed.ok)
    throw new Error(`${registry} did not remove ${name}:${tag}: it answered ${removed.status}.`);
}
