import assert from "node:assert/strict";
import { existsSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { after, describe, test } from "node:test";
import { RENDERS, renderedChart } from "../ask-helm/rendered-chart.ts";
import { WITH_UNKNOWN_KEY } from "../cli/run.ts";
import { Agent } from "./agent.ts";

const skip = process.platform === "win32" && "a script of Node is no program on Windows";

const FILES = {
  ".cap-operator.yaml":
    "chart: ./mine\nreleases:\n  - {name: prod, values: [v.yaml], set: [controller.replicas=3]}\n",
  "w.yaml": WITH_UNKNOWN_KEY,
};

/** An agent whose server is started in a folder with a chart, values and a Helm. */
async function started(body = RENDERS, args: readonly string[] = ["--render"], env = {}) {
  const { folder, env: variables } = renderedChart(body, FILES);
  const agent = await Agent.start({ roots: [folder], args, env: { ...variables, ...env } });
  after(() => agent.end());
  return { agent, folder };
}

describe("rendered objects for agents", { skip }, () => {
  test("are listed, and written as YAML by name or kind, without what is secret", async () => {
    const { agent } = await started();
    const list = {
      objects: [
        { object: "Deployment/web", template: "templates/x.yaml" },
        { object: "Secret/access", template: "templates/s.yaml" },
      ],
      problems: [],
    };
    assert.deepEqual(await agent.ask("rendered_objects", { path: "v.yaml" }), list);
    const ofRelease = { release: "prod", object: "Deployment/web" };
    assert.match((await agent.ask("rendered_objects", ofRelease)).yaml, /^spec:\n {2}replicas: 3$/m);
    const { yaml } = await agent.ask("rendered_objects", { path: "v.yaml", object: "Secret" });
    assert.match(yaml, /^---\n# Source: mine\/templates\/s\.yaml\n[\s\S]*\n {2}key: <hidden>\n$/);
    assert.doesNotMatch(yaml, /s3cr3t|Deployment/);
    assert.equal(
      await agent.refusal("rendered_objects", { path: "v.yaml", object: "Deployment/wbe" }),
      "No object Deployment/wbe is rendered. There are: Deployment/web.",
    );
  });

  test("have the fields that a key makes, and the keys that make a field", async () => {
    const { agent } = await started();
    const ask = (args: object) => agent.ask("rendered_objects", { path: "v.yaml", ...args });
    const field = { object: "Deployment/web", template: "templates/x.yaml", field: "spec.replicas" };
    const made = await ask({ trace: "controller.replicas" });
    assert.deepEqual([made.value, made.fields, made.unstable], [1, [{ ...field, before: 1, after: 2 }], 1]);
    const given = await ask({ trace: "controller.replicas", with: 7 });
    assert.deepEqual(given.fields, [{ ...field, before: 1, after: 7 }]);
    const nothing = await ask({ trace: "monitoring.level" });
    assert.deepEqual([nothing.fields, nothing.because], [[], [{ key: "monitoring.enabled", value: false }]]);
    const { keys } = await ask({ why: "Deployment/web:spec.replicas" });
    assert.deepEqual(keys, [{ key: "controller.replicas", value: 1 }]);
  });

  test("are refused with a sentence where Helm may not be asked, is missing, rejects the values, or has no chart", async () => {
    const args = { path: "v.yaml" };
    const { agent: quiet, folder } = await started(`fs.writeFileSync(__dirname + "/ran", "");${RENDERS}`, []);
    assert.equal(
      await quiet.refusal("rendered_objects", args),
      "Helm is not asked. To allow it, start the server with --render.",
    );
    await quiet.ask("check_values", { path: "w.yaml" });
    assert.ok(!existsSync(path.join(folder, "bin/ran")));
    const { agent: without } = await started(RENDERS, ["--render"], { PATH: folder });
    assert.equal(
      await without.refusal("rendered_objects", args),
      "Helm was not found on the PATH. Install Helm.",
    );
    const { agent, folder: away } = await started();
    const many = { ...args, text: '{"controller": {"replicas": 101}}\n' };
    assert.equal(await agent.refusal("rendered_objects", many), "The chart rejects the values: too many");
    assert.equal(
      await agent.refusal("rendered_objects", { chart_version: "0.34.0" }),
      "No chart is available. Name its folder or archive in .cap-operator.yaml.",
    );
    assert.match(await agent.refusal("rendered_objects", { ...args, with: 1 }), /"with" only with "trace"/);
    symlinkSync("/", path.join(away, "mine/all"));
    assert.equal(
      await agent.refusal("rendered_objects", args),
      'Helm was not asked, because "all" in the chart is a link to a place outside the folders that may be read.',
    );
  });

  test("have what Kubernetes rejects in them", async () => {
    const { agent } = await started(
      'process.stdout.write("---\\n# Source: mine/templates/x.yaml\\napiVersion: v1\\nkind: Service\\nmetadata: {name: web, labels: {level: 1}}\\nspec: {ports: [{port: 80}]}\\n");',
    );
    const { problems } = await agent.ask("rendered_objects", { path: "v.yaml" });
    assert.deepEqual(
      problems.map((problem: { field: string }) => problem.field),
      ["Service/web:metadata.labels.level"],
    );
  });

  test("an answer has at most so much YAML, and names the objects that it leaves out", async () => {
    const { agent } = await started(
      'for (const name of ["a", "b"]) process.stdout.write("---\\n# Source: mine/templates/x.yaml\\napiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: " + name + "}\\ndata: {long: " + "x".repeat(6e4) + "}\\n");',
    );
    const { yaml, tooLong } = await agent.ask("rendered_objects", { path: "v.yaml", object: "ConfigMap" });
    assert.match(yaml, /^ {2}name: a$/m);
    assert.deepEqual(tooLong, ["ConfigMap/b"]);
  });

  test("Helm and the copies of the values are gone when the agent ends the connection", async () => {
    const { folder, env } = renderedChart(
      'fs.writeFileSync(__dirname + "/ran", String(process.pid)); setInterval(() => 0, 1000);',
      FILES,
    );
    const agent = await Agent.start({ roots: [folder], args: ["--render"], env: { ...env, TMPDIR: folder } });
    void agent.call("rendered_objects", { path: "v.yaml" }).catch(() => undefined);
    const copies = () => readdirSync(folder).filter((name) => name.startsWith("cap-operator-helm-"));
    while (!existsSync(path.join(folder, "bin/ran"))) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(copies().length, 1);
    await agent.end();
    assert.deepEqual(copies(), []);
  });
});
