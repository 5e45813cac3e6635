import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { after } from "node:test";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { folderWith } from "../cli/run.ts";
import { manifest, repository } from "../support/repository.ts";

/**
 * The environment of a machine whose registry has the package of this repository, built before, and nothing else, and that has fetched
 * nothing yet. The registry is on the loopback address, in a thread, so that it answers while a script runs; it ends with the tests of the file.
 */
export async function environmentWithRegistry(): Promise<Readonly<Record<string, string>>> {
  const folder = folderWith({});
  execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], {
    cwd: repository,
    stdio: "ignore",
  });
  const { name, version, bin } = manifest();
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { file: path.join(folder, `${name}-${version}.tgz`), name, version, bin },
  });
  after(() => worker.terminate());
  const [address] = await once(worker, "message");
  return {
    npm_config_registry: address,
    npm_config_cache: folderWith({}),
    npm_config_offline: "false",
    npm_config_update_notifier: "false",
  };
}

/** Answers with the metadata of the package, or with the package (https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md). */
function serve({ file, name, version, bin }: typeof workerData): void {
  const packed = readFileSync(file);
  const integrity = `sha512-${createHash("sha512").update(packed).digest("base64")}`;
  const server = createServer((request, response) => {
    const tarball = `http://${request.headers.host}/${name}.tgz`;
    const versions = { [version]: { name, version, bin, dist: { tarball, integrity } } };
    if (request.url === `/${name}.tgz`) response.end(packed);
    else if (request.url === `/${name}`)
      response.end(JSON.stringify({ name, "dist-tags": { latest: version }, versions }));
    else response.writeHead(404).end("{}");
  });
  server.listen(0, "127.0.0.1", () => {
    parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  });
}

if (!isMainThread) serve(workerData);
