import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DEFAULT_SETTINGS } from "../../server/core/settings.ts";
import type { FileStatus } from "../../server/lsp/protocol.ts";
import { readSettings } from "../../server/workspace/settings/settings.ts";
import { connect, fakeService, type TestClient } from "./client.ts";

const OTHER = "file:///ws/other.yaml";

function status(client: TestClient): Promise<FileStatus> {
  return client.request<FileStatus>("capOperator/fileStatus", { uri: OTHER });
}

describe("reading", () => {
  test("nothing gives the defaults, without a message", () => {
    for (const raw of [undefined, null, {}, []]) {
      assert.deepEqual(readSettings(raw), { settings: DEFAULT_SETTINGS, problems: [] });
    }
  });

  test("valid settings are taken", () => {
    const wanted = {
      files: ["a.yaml"],
      excludeFiles: ["b.yaml"],
      completion: { snippets: false },
      diagnostics: { enable: false, severity: { "unknown-key": "error" } },
      format: { enable: false },
      maxFileSize: 0.5,
      releases: [
        {
          name: "prod",
          namespace: "cap",
          chart: "oci://registry.example/chart",
          version: "1.0",
          kubeContext: "c",
          values: ["a.yaml", "b.yaml"],
          set: ["a=1"],
          setString: ["b=2"],
          setJson: ["c={}"],
        },
      ],
      chart: "oci://registry.example/chart",
      chartVersion: "1.1",
      helmVersion: "4" as const,
      managerReleaseUrl: "./manager",
      inlayHints: "all",
      codeLens: false,
      helmTemplate: { enable: false },
    };
    assert.deepEqual(readSettings({ ...wanted, added: "later" }), { settings: wanted, problems: [] });
  });

  test("each part of the wrong type keeps its default and is reported once", () => {
    const { settings, problems } = readSettings({
      files: "a.yaml",
      excludeFiles: [1],
      completion: true,
      diagnostics: { enable: "yes", severity: { "unknown-key": "loud", syntax: "hint" } },
      format: { enable: 1 },
      maxFileSize: -1,
      releases: "prod",
      helmVersion: 4,
      inlayHints: "some",
      codeLens: 1,
    });
    assert.deepEqual(settings, {
      ...DEFAULT_SETTINGS,
      diagnostics: { enable: true, severity: { syntax: "hint" } },
    });
    assert.equal(problems.length, 11);
    const sentences = problems.map(({ message }) => message);
    assert.equal(new Set(sentences).size, 11);
    assert.ok(
      sentences.includes(
        "The setting capOperator.maxFileSize must be a number of megabytes above 0, but is -1; the default 8 is used.",
      ),
    );
    assert.ok(
      sentences.some((sentence) => sentence.includes("capOperator.diagnostics.severity.unknown-key")),
    );
  });

  test("of a value that is too long, the beginning is shown", () => {
    const { problems } = readSettings({ maxFileSize: "x".repeat(100) });
    assert.deepEqual(
      problems.map(({ message }) => message),
      [
        `The setting capOperator.maxFileSize must be a number of megabytes above 0, but is "${"x".repeat(56)}...; the default 8 is used.`,
      ],
    );
  });

  test("a glob that is too long is reported at its place", () => {
    const long = "a*".repeat(501);
    const { problems } = readSettings({ files: ["a.yaml", long], excludeFiles: [long] });
    assert.deepEqual(
      problems.map(({ path, message }) => [path.join("."), message]),
      [
        ["files.1", "The glob capOperator.files[1] has more than 1000 characters; it is ignored."],
        [
          "excludeFiles.0",
          "The glob capOperator.excludeFiles[0] has more than 1000 characters; it is ignored.",
        ],
      ],
    );
  });

  test("a release needs a name; its parts of the wrong type are left out and reported", () => {
    const { settings, problems } = readSettings({
      releases: [
        { name: "a" },
        { values: ["x.yaml"] },
        "b",
        { name: " " },
        { name: "c", namespace: 1, chart: "", values: ["x.yaml", "", 7], set: "a=1", setJson: {} },
      ],
    });
    const bare = { values: [], set: [], setString: [], setJson: [] };
    assert.deepEqual(settings.releases, [
      { ...bare, name: "a" },
      { ...bare, name: "c", values: ["x.yaml"], unread: problems.slice(3).map(({ message }) => message) },
    ]);
    assert.deepEqual(
      problems.map(({ message }) =>
        /capOperator\.(\S+) (?:must be|has) ([^,;]+)/.exec(message)?.slice(1).join(": "),
      ),
      [
        "releases[1]: no name",
        "releases[2]: a mapping with a name and values files",
        "releases[3].name: the name of the release",
        "releases[4].namespace: text",
        "releases[4].values[1]: text that is not empty",
        "releases[4].values[2]: text that is not empty",
        "releases[4].set: a list of texts",
      ],
    );
  });

  test("settings that are not an object at all", () => {
    for (const raw of ["x", 7, true, [1]]) {
      const { settings, problems } = readSettings(raw);
      assert.deepEqual(settings, DEFAULT_SETTINGS);
      assert.equal(problems.length, 1);
      assert.match(problems[0]?.message ?? "", /^The setting capOperator must be a mapping, but is /);
    }
  });
});

describe("from a client", () => {
  test("that is asked for them, also when they change", async () => {
    let configuration: unknown = { files: ["other.yaml"] };
    const capabilities = { workspace: { configuration: true } };
    const client = await connect({
      service: fakeService(),
      capabilities,
      configuration: () => configuration,
    });
    client.open(OTHER, "foo: 1\n");
    assert.equal((await status(client)).reason, "setting");
    configuration = { files: [] };
    await client.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
    for (let reason = ""; reason !== "no-evidence"; ) reason = (await status(client)).reason;
  });

  test("that is asked again before it has answered: problems are found once, with its settings", async () => {
    const position = { line: 0, character: 0 };
    const problem = { range: { start: position, end: position }, message: "m" };
    const analysed: number[] = [];
    const service = fakeService({
      diagnostics: async ({ text }) => {
        analysed.push(text.version);
        return [problem];
      },
    });
    const client = await connect({
      service,
      capabilities: { workspace: { configuration: true } },
      configuration: () => ({ files: ["other.yaml"] }),
    });
    client.open(OTHER, "foo: 1\n");
    await client.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
    assert.equal((await client.until(() => client.published[0])).diagnostics.length, 1);
    client.change(OTHER, 2, "foo: 2\n");
    await client.until(() => client.published.at(-1)?.version === 2);
    assert.deepEqual(analysed, [1, 2]);
  });

  test("that sends them with initialize, bare or in their section", async () => {
    for (const initializationOptions of [
      { files: ["other.yaml"] },
      { capOperator: { files: ["other.yaml"] } },
    ]) {
      const client = await connect({ service: fakeService(), initialize: { initializationOptions } });
      client.open(OTHER, "foo: 1\n");
      assert.equal((await status(client)).reason, "setting");
      await client.close();
    }
  });

  test("that can be asked but has none falls back to those of initialize", async () => {
    const client = await connect({
      service: fakeService(),
      capabilities: { workspace: { configuration: true } },
      initialize: { initializationOptions: { files: ["other.yaml"] } },
      configuration: () => null,
    });
    client.open(OTHER, "foo: 1\n");
    assert.equal((await status(client)).reason, "setting");
  });

  test("that sends them when they change", async () => {
    const client = await connect({ service: fakeService() });
    client.open(OTHER, "foo: 1\n");
    assert.equal((await status(client)).reason, "no-evidence");
    const settings = { capOperator: { files: ["other.yaml"] } };
    await client.connection.sendNotification("workspace/didChangeConfiguration", { settings });
    assert.equal((await status(client)).reason, "setting");
  });

  test("that tells folders apart is asked for each, and a file has those of its folder", async () => {
    const client = await connect({
      service: fakeService(),
      capabilities: { workspace: { configuration: true } },
      initialize: {
        workspaceFolders: [
          { uri: "file:///ws", name: "ws" },
          { uri: "file:///two", name: "two" },
        ],
      },
      configuration: (folder) => ({ files: folder === "file:///two" ? ["other.yaml"] : [] }),
    });
    client.open("file:///two/other.yaml", "foo: 1\n");
    client.open(OTHER, "foo: 1\n");
    const reasonOf = async (uri: string) =>
      (await client.request<FileStatus>("capOperator/fileStatus", { uri })).reason;
    for (let reason = ""; reason !== "setting"; ) reason = await reasonOf("file:///two/other.yaml");
    assert.equal(await reasonOf(OTHER), "no-evidence");
  });

  test("that never answers does not stop the server", async () => {
    const capabilities = { workspace: { configuration: true } };
    const client = await connect({ service: fakeService(), capabilities });
    client.connection.onRequest("workspace/configuration", () => new Promise(() => undefined));
    client.open(OTHER, "foo: 1\n");
    assert.equal((await status(client)).reason, "no-evidence");
  });

  test("of the wrong type are complained about once, and the server keeps working", async () => {
    const capabilities = { workspace: { configuration: true } };
    const configuration = () => ({ files: 5, maxFileSize: "big" });
    const client = await connect({ service: fakeService(), capabilities, configuration });
    const complaints = () => client.log.filter((line) => line.startsWith("The setting"));
    await client.until(() => complaints().length === 2);
    for (let times = 0; times < 3; times++) {
      await client.connection.sendNotification("workspace/didChangeConfiguration", { settings: null });
    }
    client.open("file:///ws/cap-operator-values.yaml", "");
    await client.until(() => client.published.length > 0);
    assert.equal(complaints().length, 2);
  });
});
