import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createProgramRunner } from "../../client/editor/processes/program-runner.ts";
import { isReady, readComponents } from "../../client/kubectl/components.ts";
import { fakePorts } from "../client/fake-ports.ts";
import { stepOver } from "../client/operations.ts";
import { type Cluster, haveCluster } from "./cluster.ts";
import { COMPONENTS_AT, clearComponents, prepareComponents } from "./component-scene.ts";

describe("components of a release, read from a real API server", () => {
  let cluster: Cluster;
  const environment = { ...process.env };
  before(async () => {
    cluster = await haveCluster();
    Object.assign(process.env, cluster.environment);
    await prepareComponents(cluster.api("admin@test"));
  });
  after(async () => {
    await clearComponents(cluster.api("admin@test"));
    process.env = environment;
    await cluster.stop();
  });

  const read = async (release: string) => {
    const ports = { ...fakePorts({}), programs: createProgramRunner(() => cluster.programs.kubectl) };
    const reading = await stepOver(ports).ask(COMPONENTS_AT, readComponents({ ...COMPONENTS_AT, release }));
    return "answer" in reading ? reading.answer : assert.fail(reading.unread);
  };

  it("says which are ready, and of each other one why not", async () => {
    const components = await read("cop");
    assert.deepEqual(
      components.filter(isReady).map(({ name, image, restarts }) => `${name} ${image} ${restarts}`),
      ["controller ghcr.io/example/main:1.0 2"],
    );
    const troubles = components.filter((component) => !isReady(component));
    assert.deepEqual(
      troubles.map(
        ({ name, troubles: [first = ""] }) => `${name}: ${first.replace(/^((?:\S+ ){4}).*$/, "$1...")}`,
      ),
      [
        "evicted: The pod is waiting ...",
        "hungry: Container main needs more ...",
        "slow: Container main is running, ...",
        "starting: The containers of the ...",
        "subscriptionServer: The image ghcr.io/example/main:1.0 cannot ...",
        "too-large: No node can run ...",
        "unnoticed: The pod is waiting ...",
        "unready: Container main is running, ...",
        "webhook: Container main keeps stopping ...",
        "without-secret: Container main needs something ...",
      ],
    );
  });

  it("finds nothing of a release that is not there", async () => {
    assert.deepEqual(await read("other"), []);
  });
});
