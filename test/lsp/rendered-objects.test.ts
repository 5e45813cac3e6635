import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type {
  FieldKeys,
  FieldKeysParams,
  KeyFields,
  RenderedObjectsDocument,
} from "../../server/lsp/protocol.ts";
import type { AskHelm, RenderAnswer } from "../../server/workspace/helm/render-question.ts";
import { OURS, opened } from "./helm-verdict.ts";

/** Renders the owner in an object, and a password of a Secret. */
const RENDERS: AskHelm = async ({ values, isShown, release }) => {
  const owner = values.reduce((found, { text }) => /owner"?: *"?(\w+)/.exec(text)?.[1] ?? found, "me");
  if (owner === "nobody")
    return { is: "no", error: "execution error at (mine/templates/x.yaml:1:4): no owner" };
  const output = `---
# Source: mine/templates/x.yaml
apiVersion: v1
kind: ConfigMap
metadata: {name: ${release === "cop" ? "cop-owner" : "owner"}}
data: {owner: ${owner}}
---
# Source: mine/templates/s.yaml
apiVersion: v1
kind: Secret
metadata: {name: access}
stringData: {key: s3cr3t}
`;
  return isShown ? { is: "yes", output } : { is: "yes" };
};

type Opened = Awaited<ReturnType<typeof opened>>;

const objects = (client: Opened["client"], uri: string) =>
  client.request<RenderedObjectsDocument>("capOperator/renderedObjects", { of: { uri } });

suite("the objects that Helm renders", () => {
  test("are answered as they are with the unsaved text, without what is secret", async () => {
    const { client, uri } = await opened(`${OURS}owner: you\n`, { ask: RENDERS });
    const { text, problem } = await objects(client, uri);
    assert.equal(problem, undefined);
    assert.match(text, /^---\n# Source: mine\/templates\/x\.yaml\napiVersion: v1\nkind: ConfigMap\n/);
    assert.match(text, /^ {2}owner: you$/m);
    assert.match(text, /^ {2}key: <hidden>$/m);
    assert.doesNotMatch(text, /s3cr3t/);
    client.change(uri, 2, `${OURS}owner: us\n`);
    assert.match((await objects(client, uri)).text, /^ {2}owner: us$/m);
  });

  test("have the lines that the key at the cursor makes, and each line has its key", async () => {
    const { client, uri } = await opened(`${OURS}owner: you\n`, { ask: RENDERS });
    const lines = (await objects(client, uri)).text.split("\n");
    const line = lines.indexOf("  owner: you");
    const fields = (at: number) =>
      client.request<KeyFields>("capOperator/keyFields", {
        of: { uri },
        uri,
        position: { line: at, character: 2 },
      });
    assert.deepEqual(await fields(4), { words: "owner sets 1 field", lines: [line] });
    assert.deepEqual(await fields(2), { words: "subscriptionServer.domain sets no field", lines: [] });
    assert.deepEqual(await fields(0), { words: "", lines: [] });
    const { keys } = await client.request<FieldKeys>("capOperator/fieldKeys", { of: { uri }, line });
    assert.deepEqual(
      keys.map(({ key, place }) => [key, place?.uri, place?.range.start.line]),
      [["owner", uri, 4]],
    );
  });

  test("say in how many objects a key makes fields, and that some cannot be measured", async () => {
    let runs = 0;
    const ask: AskHelm = async (question, signal) => {
      const answer = await RENDERS(question, signal);
      if (!("output" in answer)) return answer;
      const [, owner = ""] = answer.output?.split("---\n") ?? [];
      runs += 1;
      const random = owner.replace("name: owner", `name: random, labels: {at: r${runs}}`);
      return {
        is: "yes",
        output: `---\n${owner}---\n${owner}---\n${random.replace(/^data: .*/m, "data: {}")}`,
      };
    };
    const { client, uri } = await opened(`${OURS}owner: you\n`, { ask });
    await objects(client, uri);
    const { words } = await client.request<KeyFields>("capOperator/keyFields", {
      of: { uri },
      uri,
      position: { line: 4, character: 2 },
    });
    assert.equal(words, "owner sets 2 fields in 1 object. 1 field cannot be measured");
  });

  test("have a field that something else names, with the key that makes it, or one sentence why there is none", async () => {
    const { client, uri } = await opened(`${OURS}owner: you\n`, { ask: RENDERS });
    const of = { uri };
    const asked = async (params: Omit<FieldKeysParams, "of">) => {
      const { keys, problem } = await client.request<FieldKeys>("capOperator/fieldKeys", { of, ...params });
      return (
        problem ??
        keys.map(({ path, place }) => `${path.join(" ")} ${place?.uri === uri} ${place?.range.start.line}`)
      );
    };
    const field = { kind: "ConfigMap", name: "owner", path: "data.owner" };
    assert.deepEqual(await asked({ field }), ["owner true 4"]);
    const chart = { name: "mine", version: "7.1.0" };
    assert.deepEqual(await asked({ field, chart }), ["owner true 4"]);
    // A chart names its objects by the release.
    const other = { ...field, name: "cop-owner" };
    assert.deepEqual(await asked({ field: other, as: { release: "cop", namespace: "ns" } }), [
      "owner true 4",
    ]);
    // In the order in which a comparison has the keys.
    const text = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: owner\ndata:\n  owner: you\n";
    assert.deepEqual(await asked({ text, line: 5, chart }), ["owner true 4"]);
    assert.equal(
      await asked({ field: { ...field, path: "metadata.name" } }),
      "No key of the values changes metadata.name in ConfigMap/owner.",
    );
    assert.equal(
      await asked({ field: { ...field, path: "data.other" } }),
      "Helm renders no field data.other in ConfigMap/owner with these values.",
    );
    assert.equal(
      await asked({ field: { ...field, name: "x" } }),
      "Helm renders no field data.owner in ConfigMap/x with these values.",
    );
    assert.equal(
      await asked({ field, chart: { name: "mine", version: "7.0.0" } }),
      "These objects come from the chart mine 7.0.0, but the values are for another chart.",
    );
    assert.equal(await asked({ text: "a: 1\n", line: 0 }), "No field found in this line.");
    const foreign = await opened(OURS, { ask: RENDERS, trusted: false });
    const untrusted = { of: { uri: foreign.uri }, field };
    assert.deepEqual(await foreign.client.request<FieldKeys>("capOperator/fieldKeys", untrusted), {
      keys: [],
      problem: "Helm is only asked in a trusted workspace.",
    });
  });

  test("have problems, each at its line, and at the key that makes the field until that has another value", async () => {
    const { client, uri } = await opened(`${OURS}owner: 5\nwebhook:\n  extra: a\n`, { ask: RENDERS });
    const reported = () =>
      client.published
        .findLast((one) => one.uri === uri)
        ?.diagnostics.filter(({ code }) => code === "invalid-object")
        .map(({ range, message }) => [range.start.line, range.start.character, message]);
    const message = 'Kubernetes rejects ConfigMap/owner: "data.owner" takes text, but gets a number.';
    const { text, problems = [] } = await objects(client, uri);
    assert.deepEqual(problems, [{ line: text.split("\n").indexOf("  owner: 5"), message }]);
    await client.until(() => (reported()?.length ?? 0) > 0);
    assert.deepEqual(reported(), [[4, 0, message]]);
    // It stays while another key is typed, before Helm is asked again.
    client.change(uri, 2, `${OURS}owner: 5\nwebhook:\n  extra: ab\n`);
    await client.until(() => client.published.some((one) => one.uri === uri && one.version === 2));
    assert.deepEqual(reported(), [[4, 0, message]]);
    client.change(uri, 3, `${OURS}owner: you\nwebhook:\n  extra: ab\n`);
    await client.until(() => client.published.some((one) => one.uri === uri && one.version === 3));
    assert.deepEqual(reported(), []);
    assert.equal((await objects(client, uri)).problems, undefined);
    // It is back with the value, until the objects are closed.
    client.change(uri, 4, `${OURS}owner: 7\n`);
    await objects(client, uri);
    await client.until(() => (reported()?.length ?? 0) > 0);
    await client.request("capOperator/renderedObjects", { of: { uri }, isClosed: true });
    await client.until(() => reported()?.length === 0);
  });

  /** The summary of changes on the page of a file, and the texts of its changed lines. */
  async function changed({ client, uri }: Opened, isSaved: boolean) {
    const { text, changes } = await client.request<RenderedObjectsDocument>("capOperator/renderedObjects", {
      of: { uri },
      unsaved: isSaved ? [] : [uri],
    });
    const lines = (numbers: readonly number[] = []) => numbers.map((one) => text.split("\n")[one]);
    const { words = "", added, changed: other, removed } = changes ?? {};
    return [words, lines(added), lines(other), lines(removed)];
  }

  test("are marked where they are not as they were when the file was last saved", async () => {
    const at = await opened(`${OURS}owner: you\n`, { ask: RENDERS });
    assert.deepEqual(await changed(at, true), ["", [], [], []]);
    at.client.change(at.uri, 2, `${OURS}owner: us\n`);
    const since = ["1 object, 1 line changed since saving", [], ["  owner: us"], []];
    assert.deepEqual(await changed(at, false), since);
    assert.deepEqual(await changed(at, true), ["", [], [], []]);
  });

  test("are compared with what was shown first if the file was not saved then", async () => {
    const at = await opened(`${OURS}owner: you\n`, { ask: RENDERS });
    await changed(at, false);
    at.client.change(at.uri, 2, `${OURS}owner: us\n`);
    assert.equal((await changed(at, false))[0], "1 object, 1 line changed since the view was opened");
  });

  test("leave out what is different each time when they are compared", async () => {
    let runs = 0;
    const ask: AskHelm = async (question, signal) => {
      const answer = await RENDERS(question, signal);
      runs += 1;
      return "output" in answer && answer.output !== undefined
        ? {
            is: "yes",
            output: answer.output.replace("name: owner", `name: owner, labels: {at: r${runs}}`),
          }
        : answer;
    };
    const at = await opened(`${OURS}owner: you\n`, { ask });
    await changed(at, true);
    at.client.change(at.uri, 2, `${OURS}owner: us\n`);
    const words = "1 object, 1 line changed since saving. 1 field is different each time";
    assert.deepEqual(await changed(at, false), [words, [], ["  owner: us"], []]);
  });

  test("are compared with a revision of a release, under its name, until they are shown no more", async () => {
    const releases: string[] = [];
    const ask: AskHelm = (question, signal) => {
      releases.push(`${question.release} in ${question.namespace}`);
      return RENDERS(question, signal);
    };
    const at = await opened(`${OURS}owner: you\n`, { ask });
    await changed(at, true);
    const manifest = `---\n# Source: mine/templates/x.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: cop-owner}\ndata: {owner: them, old: x}\n---\n# Source: mine/templates/s.yaml\napiVersion: v1\nkind: Secret\nmetadata: {name: access}\nstringData: {key: s3cr3t}\n`;
    const revision = { name: "revision 3 of cop in prod", release: "cop", namespace: "cop-system", manifest };
    await at.client.request("capOperator/compareRendered", { of: { uri: at.uri }, revision });
    const words = "1 object, 2 lines not as in revision 3 of cop in prod";
    assert.deepEqual(await changed(at, true), [words, [], ["  owner: you"], ["data:"]]);
    assert.equal(releases.at(-1), "cop in cop-system");
    const same = { ...revision, manifest: manifest.replace("owner: them, old: x", "owner: you") };
    await at.client.request("capOperator/compareRendered", { of: { uri: at.uri }, revision: same });
    assert.deepEqual(await changed(at, true), ["The same as revision 3 of cop in prod", [], [], []]);
    await at.client.request("capOperator/renderedObjects", { of: { uri: at.uri }, isClosed: true });
    assert.deepEqual(await changed(at, true), ["", [], [], []]);
  });

  test("know the key at the cursor in a document of another product, and no key of another file", async () => {
    const release = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: cop}
spec:
  chart: {spec: {chart: ./charts/mine, sourceRef: {kind: GitRepository, name: git}}}
  values:
    owner: you
`;
    const { client, uri, ws } = await opened(OURS, { ask: RENDERS, files: { "flux/cop.yaml": release } });
    const file = ws.at("flux/cop.yaml");
    client.open(file, release);
    const of = { uri: `${file}#spec.values` };
    const { text } = await client.request<RenderedObjectsDocument>("capOperator/renderedObjects", { of });
    assert.match(text, /^ {2}owner: you$/m);
    const fields = (inFile: string, line: number) =>
      client.request<KeyFields>("capOperator/keyFields", {
        of,
        uri: inFile,
        position: { line, character: 6 },
      });
    assert.equal((await fields(file, 6)).words, "owner sets 1 field");
    assert.equal((await fields(uri, 2)).words, "");
  });

  test("are not there, and the reason is, where Helm rejects the values, is not trusted, or has no chart", async () => {
    const refused = await opened(`${OURS}owner: nobody\n`, { ask: RENDERS });
    assert.equal(
      (await objects(refused.client, refused.uri)).text,
      "# The chart rejects the values: no owner\n",
    );
    const foreign = await opened(OURS, { ask: RENDERS, trusted: false });
    assert.deepEqual(
      (await objects(foreign.client, foreign.uri)).problem,
      "Helm is only asked in a trusted workspace.",
    );
    const none = await opened(OURS.replace(/^#.*\n/, "# cap-operator: values version=0.34.0\n"), {
      ask: RENDERS,
    });
    const lacking = await objects(none.client, none.uri);
    assert.match(lacking.problem ?? "", /^Helm needs the chart\./);
    assert.equal(lacking.isChartMissing, true);
    assert.equal((await objects(refused.client, refused.uri)).isChartMissing, undefined);
    const missing = await opened(OURS, {
      ask: async () => ({ is: "unknown", why: { noAnswer: "not-started" } }),
    });
    assert.match((await objects(missing.client, missing.uri)).problem ?? "", /^Helm was not found\./);
  });

  test("a key at the cursor and another page do not end a question about a page", async () => {
    const answers: (() => void)[] = [];
    const ask: AskHelm = (question, signal) =>
      question.isShown
        ? new Promise((resolve) => {
            answers.push(() => resolve(RENDERS(question, signal)));
            signal.addEventListener("abort", () => resolve({ is: "unknown", why: { noAnswer: "stopped" } }));
          })
        : RENDERS(question, signal);
    const text = `${OURS}owner: you\n`;
    const { client, uri, ws } = await opened(text, { ask, files: { "prod/other.yaml": text } });
    const other = ws.at("prod/other.yaml");
    client.open(other, `${OURS}owner: us\n`);
    const [first, second] = [objects(client, uri), objects(client, other)];
    await client.until(() => answers[0]);
    const position = { line: 4, character: 2 };
    const fields = client.request<KeyFields>("capOperator/keyFields", { of: { uri }, uri, position });
    let given = 0;
    const answering = setInterval(() => answers[given++]?.(), 5);
    assert.match((await first).text, /owner: you/);
    assert.match((await second).text, /owner: us/);
    assert.equal((await fields).words, "owner sets 1 field");
    clearInterval(answering);
  });

  test("a later question ends the one before it", async () => {
    const answers: { readonly signal: AbortSignal; readonly answer: (one: RenderAnswer) => void }[] = [];
    const ask: AskHelm = (question, signal) =>
      question.isShown
        ? new Promise((resolve) => {
            answers.push({ signal, answer: resolve });
            signal.addEventListener("abort", () => resolve({ is: "unknown", why: { noAnswer: "stopped" } }));
          })
        : RENDERS(question, signal);
    const { client, uri } = await opened(OURS, { ask });
    const first = objects(client, uri);
    await client.until(() => answers[0]);
    const second = objects(client, uri);
    assert.equal(await first, null);
    await client.until(() => answers[1]);
    assert.equal(answers[0]?.signal.aborted, true);
    answers[1]?.answer({ is: "yes", output: "" });
    assert.deepEqual(await second, { text: "" });
  });
});
