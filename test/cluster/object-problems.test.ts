import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { ACCEPTED, DEFINITION, MINE, objectOf, REJECTED, RIGHT } from "../core/rendered/object-cases.ts";
import { ApiError, type ApiServer } from "./api-server.ts";
import { type Cluster, haveCluster } from "./cluster.ts";
import { DEFINITIONS, removeAll } from "./removing.ts";
import { until } from "./until.ts";

/*
 * Problems of the objects that Helm renders agree with the API server's answers. Each object is sent as a dry run:
 * https://kubernetes.io/docs/reference/using-api/api-concepts/#dry-run
 */

/** The API server's refusal of an object; empty if it would accept it. */
async function refusal(
  api: ApiServer,
  { at: resource, object }: { readonly at: string; readonly object: object },
): Promise<string> {
  try {
    await api.create(`${resource}?dryRun=All`, object);
    return "";
  } catch (error) {
    if (error instanceof ApiError && (error.status === 400 || error.status === 422)) return error.message;
    throw error;
  }
}

describe("objects that Helm renders", () => {
  let cluster: Cluster;
  let api: ApiServer;
  before(async () => {
    cluster = await haveCluster();
    api = cluster.api("admin@test");
  });
  after(async () => {
    await cluster.stop();
  });

  for (const rejected of REJECTED) {
    const [place, value] = rejected;
    it(`are rejected for ${place}: ${value === undefined ? "not set" : JSON.stringify(value)}`, async () => {
      assert.notEqual(await refusal(api, objectOf(rejected)), "");
    });
  }

  it("are rejected and accepted by what a chart defines", async () => {
    const { name } = DEFINITION.metadata;
    await api.create(DEFINITIONS, DEFINITION);
    try {
      await until(async () => (await api.get(MINE.at)) !== undefined);
      const answers = (objects: readonly object[]) =>
        Promise.all(objects.map((object) => refusal(api, { at: MINE.at, object })));
      assert.deepEqual(
        await answers(MINE.accepted),
        MINE.accepted.map(() => ""),
      );
      assert.ok((await answers(MINE.rejected)).every((answer) => answer !== ""));
    } finally {
      await removeAll(api, DEFINITIONS, [name]);
    }
  });

  it("are accepted otherwise", async () => {
    const right = Object.keys(RIGHT).map((kind) => [`${kind} metadata.name`, "web"] as const);
    for (const accepted of [...right, ...ACCEPTED]) {
      assert.equal(await refusal(api, objectOf(accepted)), "", JSON.stringify(accepted));
    }
  });
});
