import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { RENDERS, renderedChart } from "../ask-helm/rendered-chart.ts";
import { CLEAN, folderWith, run } from "./run.ts";

const skip = process.platform === "win32" && "a script of Node is no program on Windows";

/** A Helm that renders the level as a label without quotes, and a type of service that there is not. */
const REJECTED = `
  const texts = process.argv.filter((one) => one.startsWith("--values=")).map((one) => fs.readFileSync(one.slice(9), "utf8"));
  const level = texts.reduce((found, text) => /level"?: *(\\w+)/.exec(text)?.[1] ?? found, "");
  process.stdout.write("---\\n# Source: mine/templates/x.yaml\\napiVersion: v1\\nkind: Service\\nmetadata: {name: web, labels: {level: " + level + "}}\\nspec: {type: clusterIP, ports: [{port: 80}]}\\n");
`;

/** Renders values over the chart. */
function scene(body?: string): (...args: readonly string[]) => ReturnType<typeof run> {
  const { folder, env } = renderedChart(body);
  return (...args) => run(folder, ["render", "-f", "v.yaml", "--chart", "./mine", ...args], { env });
}

describe("render", { skip }, () => {
  test("shows the objects, without what is secret", async () => {
    const { code, out, err } = await scene()();
    assert.equal(code, 0, err);
    assert.match(out, /^---\n# Source: mine\/templates\/x\.yaml\napiVersion: apps\/v1\nkind: Deployment\n/);
    assert.match(out, /^spec:\n {2}replicas: 1\n/m);
    assert.match(out, /^ {2}key: <hidden>\n/m);
    assert.doesNotMatch(out, /s3cr3t/);
  });

  test("says which fields a key makes, and what cannot be measured", async () => {
    const { code, out } = await scene()("--trace", "controller.replicas");
    assert.equal(code, 0);
    assert.equal(
      out,
      "controller.replicas: 1 sets 1 field in 1 object.\nWith 2, 1 field in 1 object changes:\n\n" +
        "Deployment/web  # templates/x.yaml\n  spec.replicas: 1 -> 2\n\n" +
        "1 field cannot be measured: Helm renders it differently each time.\n",
    );
  });

  test("says why a key makes nothing, and tries the value that is given", async () => {
    const { out } = await scene()("--trace", "monitoring.level", "--with", "7");
    assert.match(
      out,
      /^monitoring\.level: 1 sets no field, because monitoring\.enabled is false\.\nWith 7, nothing changes\.\n/,
    );
  });

  test("counts an object once that a chart prints twice", async () => {
    const { out } = await scene(
      `${RENDERS}\nprint("x.yaml", "apiVersion: apps/v1\\nkind: Deployment\\nmetadata: {name: web}\\nspec: {replicas: " + replicas + "}\\n");`,
    )("--trace", "controller.replicas");
    assert.match(
      out,
      /^controller\.replicas: 1 sets 2 fields in 1 object\.\nWith 2, 2 fields in 1 object change:\n\nDeployment\/web /,
    );
  });

  test("says which keys make a field, and where they are set", async () => {
    const ask = scene();
    const { out } = await ask("--why", "Deployment/web:spec.replicas");
    assert.equal(
      out,
      "Deployment/web:spec.replicas is set by 1 key:\n  controller.replicas: 1  # chart default, line 1\n",
    );
    const { keys } = JSON.parse((await ask("--why", "Deployment/web:spec.replicas", "-o", "json")).out);
    assert.deepEqual(keys, [{ key: "controller.replicas", value: 1 }]);
    const random = await ask("--why", "Deployment/web:metadata.annotations.at");
    assert.match(
      random.out,
      /^Deployment\/web:metadata\.annotations\.at cannot be measured: Helm renders it differently each time\.\n/,
    );
  });

  test("prints what Kubernetes rejects in an object, and the keys that make the field", async () => {
    const ask = scene(REJECTED);
    const { code, out, err } = await ask();
    assert.equal(code, 1, err);
    assert.match(out, /^kind: Service$/m);
    const [label, type] = [
      'Kubernetes rejects Service/web: "metadata.labels.level" takes text, but gets a number.',
      'Kubernetes rejects Service/web: "spec.type" takes only ClusterIP, NodePort, LoadBalancer or ExternalName.',
    ];
    assert.equal(err, `${label} The field is set by monitoring.level.\n${type}\n`);
    const [{ template, problems }] = JSON.parse((await ask("-o", "json")).out);
    assert.equal(template, "templates/x.yaml");
    assert.deepEqual(problems, [
      { field: "metadata.labels.level", message: label, keys: ["monitoring.level"] },
      { field: "spec.type", message: type, keys: [] },
    ]);
  });

  test("ends as documented where there is no answer", async () => {
    const ask = scene();
    const refused = await ask("--set", "controller.replicas=101");
    assert.deepEqual([refused.code, refused.err], [1, "The chart rejects the values: too many\n"]);
    const unknown = await ask("--trace", "controller.replicas", "--with", "101");
    assert.equal(unknown.code, 0);
    assert.match(
      unknown.out,
      /^controller\.replicas: not known, because Helm rejects .*\n {2}The chart rejects the values: too many\n/,
    );
    const none = await ask("--why", "Deployment/wbe:spec");
    assert.deepEqual(
      [none.code, none.err],
      [2, "No object Deployment/wbe is rendered. There are: Deployment/web.\n"],
    );
    const misspelled = await ask("--trace", "controller.replicsa");
    const sentence = "No key found: controller.replicsa. Did you mean controller.replicas?\n";
    assert.deepEqual([misspelled.code, misspelled.err], [2, sentence]);
    const folder = folderWith({ "v.yaml": CLEAN });
    const noHelm = await run(folder, ["render", "-f", "v.yaml"], { env: { PATH: folder } });
    assert.deepEqual([noHelm.code, noHelm.err], [2, "Helm was not found on the PATH. Install Helm.\n"]);
    const never = await scene("fs.writeSync(1, 'x'.repeat(9e6));")();
    assert.equal(never.code, 3);
    assert.match(
      never.err,
      /^Not rendered: v\.yaml\. Helm was stopped, because it wrote or needed too much\.\n/,
    );
  });
});
