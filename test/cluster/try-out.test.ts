// A person without a cluster who follows docs/project/try-out.md, with the settings that `npm run cluster -- --with-node` prints.
// The page quotes what the commands print; CAP_OPERATOR_WRITE_PAGES=1 writes it.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { install } from "../../client/commands/install.ts";
import { previewInstallation } from "../../client/commands/preview-installation.ts";
import { rollBack } from "../../client/commands/roll-back.ts";
import { showStatus } from "../../client/commands/show-status.ts";
import { uninstall } from "../../client/commands/uninstall.ts";
import type { Command } from "../../client/operation/command.ts";
import { told } from "../client/install/helm-world.ts";
import { repository } from "../support/repository.ts";
import { runProgram } from "../support/workbench/run-program.ts";
import { type Cluster, haveCluster } from "./cluster.ts";
import { type NodePlayer, playNode } from "./node-player.ts";
import { cleanUpExampleChart } from "./prerequisites.ts";
import { type RealWorld, realPorts } from "./real-ports.ts";
import { prepareTryOut, tryOutSettings } from "./try-out.ts";

const PAGE = path.join(repository, "docs/project/try-out.md");
/** A block of the page: what fences it, and its text. */
const BLOCK = /^```(yaml|text)\n([^`]*)^```$/gm;

describe("a person without a cluster", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-try-"));
  const valuesFile = path.join(folder, "cap-operator-values.yaml");
  let cluster: Cluster;
  let node: NodePlayer;
  before(async () => {
    cluster = await haveCluster();
    node = playNode(cluster.api("admin@test"));
    await prepareTryOut(cluster);
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await node?.stop();
    if (cluster) await cleanUpExampleChart(cluster.api("admin@test"));
    await cluster?.stop();
  });

  /** The output of a command for a person, without the parts that differ from run to run. */
  async function run(command: Command, world: Partial<RealWorld> = {}): Promise<string> {
    const printed = tryOutSettings(cluster);
    const settings = {
      chart: String(printed["capOperator.chart"]),
      plainHttp: printed["capOperator.install.plainHttp"] === true,
      kubeconfig: String(printed["capOperator.kubeconfig"]),
    };
    const ports = realPorts(cluster, 4, { valuesFile, settings, confirm: true, pick: "All", ...world });
    await command.run(ports);
    return normalised(told(ports.seen).filter((line) => !line.startsWith("run: ")));
  }

  function normalised(lines: readonly string[]): string {
    return lines
      .map((line) =>
        line
          .replaceAll(folder, "<folder>")
          .replace(/https(?::\/\/|\\:\\\/\/)127\.0\.0\.1:\d+/, "<server>")
          .replace(/sha256:[0-9a-f]{12}/, "sha256:<digest>")
          .replace(/\d{4}-\d\d-\d\d[T\s][\d:.]+\S*( [+-]\d{4} \w+)?/g, "<time>")
          .replace(/-[0-9a-f]{6,10}-[0-9a-z]{5}\b/g, "-<pod>")
          .trimEnd(),
      )
      .join("\n")
      .trim();
  }

  it("gets what the page quotes: check, preview, install, status, change, roll back, uninstall", async () => {
    const page = readFileSync(PAGE, "utf8");
    const [first = "", second = ""] = [...page.matchAll(BLOCK)].flatMap(([, kind, text = ""]) =>
      kind === "yaml" ? [text] : [],
    );
    writeFileSync(valuesFile, first);
    const cli = path.join(repository, "server/cli.ts");
    const checked = await runProgram(process.execPath, [cli, "check", valuesFile], { env: process.env });
    const got = [
      normalised(checked.output.split("\n")),
      await run(previewInstallation),
      await run(install),
      (await run(showStatus)).split("\n").slice(0, 12).join("\n"),
    ];
    writeFileSync(valuesFile, second);
    got.push(await run(install), await run(rollBack, { pick: "Revision 1" }), await run(uninstall));
    let index = 0;
    const written = page.replaceAll(BLOCK, (block, kind) =>
      kind === "yaml" ? block : `\`\`\`text\n${got[index++]}\n\`\`\``,
    );
    if (process.env.CAP_OPERATOR_WRITE_PAGES) writeFileSync(PAGE, written);
    assert.equal(index, got.length, "the page quotes each command once");
    assert.equal(page, written);
  });
});
