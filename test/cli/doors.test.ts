import assert from "node:assert/strict";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import { URI } from "vscode-uri";
import { DISK_FILES } from "../../server/disk-files.ts";
import type { EffectiveValuesDocument, ReleaseSummary } from "../../server/lsp/protocol.ts";
import { Bounds } from "../../server/workspace/files/disk-reach.ts";
import { DiskValuesFiles, readFileText } from "../../server/workspace/files/disk-values-files.ts";
import { connect } from "../lsp/client.ts";
import { Agent } from "../mcp/agent.ts";
import { CLEAN, folderWith, run } from "./run.ts";

const SKIPPED = { skip: process.platform === "win32" && "Links need a right of their own on Windows" };

const chart = (word: string): Readonly<Record<string, string>> => ({
  "Chart.yaml": "apiVersion: v2\nname: cap-operator\nversion: 9.9.9\n",
  "values.yaml": `${word}: 1\ncontroller: {dnsTarget: ''}\nsubscriptionServer: {domain: '', dnsTarget: ''}\nwebhook: {}\n`,
  "templates/a.yaml": "# {{ toYaml .Values }}\n",
});
const archive = async (word: string) =>
  gzipSync(
    await packTar(
      Object.entries(chart(word)).map(([name, body]) => ({
        header: { name: `cap-operator/${name}`, size: Buffer.byteLength(body), type: "file" as const },
        body,
      })),
    ),
  );
const definition = (word: string) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: capoperators.operator.sample.io}
spec:
  group: operator.sample.io
  names: {kind: CAPOperator, plural: capoperators}
  scope: Namespaced
  versions:
    - name: v1alpha1
      served: true
      storage: true
      schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {${word}: {type: object}}}}}}
`;

type Host = "command line" | "agent" | "editor";
const ALL: readonly Host[] = ["command line", "agent", "editor"];

/**
 * All doors through which a file is read because of what is in a repository: what is there, below the folder `ws`, and the hosts that have
 * the door. The name of a door is a word in the file, by which an answer shows that it was read.
 */
const DOORS: Readonly<
  Record<
    string,
    { readonly at: string; readonly hosts: readonly Host[]; put(place: string, word: string): unknown }
  >
> = {
  valuesword: {
    at: "doors/values.yaml",
    hosts: ALL,
    put: (file, word) => text(file, `controller: {dnsTarget: ${word}.x}\n`),
  },
  chartword: { at: "doors/chart", hosts: ALL, put: folder },
  archiveword: {
    at: "doors/chart.tgz",
    hosts: ALL,
    put: async (file, word) => writeFileSync(file, await archive(word)),
  },
  modelineword: { at: "doors/modeline", hosts: ALL, put: folder },
  definitionword: {
    at: "doors/manifest.yaml",
    hosts: ALL,
    put: (file, word) => text(file, definition(word)),
  },
  settingsword: {
    at: "sub/.cap-operator.yaml",
    hosts: ALL,
    put: (file, word) =>
      text(file, `releases: [{name: named, values: [x.yaml], set: ["controller.dnsTarget=${word}.x"]}]\n`),
  },
  foundword: {
    at: "doors/found.values.yaml",
    hosts: ["command line", "agent"],
    put: (file, word) => text(file, `# cap-operator: values\n${CLEAN}${word}: 1\nimage:\n    tag: 1.10\n`),
  },
  initword: {
    at: "init/.vscode/settings.json",
    hosts: ["command line"],
    put: (file, word) => text(file, `{"capOperator.chart": "${word}"}`),
  },
};

function text(file: string, content: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function folder(place: string, word: string): void {
  for (const [name, content] of Object.entries(chart(word))) text(path.join(place, name), content);
}

/** Ways in which a door opens a target elsewhere; both are full paths. `hop` is a path in the repository that nothing has. */
const WAYS: Readonly<Record<string, (door: string, target: string, hop: string) => void>> = {
  "a link": (door, target) => symlinkSync(target, door),
  "a relative link": (door, target) => symlinkSync(path.relative(path.dirname(door), target), door),
  "a chain of links": (door, target, hop) => {
    symlinkSync(target, hop);
    symlinkSync(path.relative(path.dirname(door), hop), door);
  },
  "a link to nothing": (door, target) => {
    renameSync(target, `${target}.gone`);
    symlinkSync(target, door);
  },
};

/** A repository with all doors, and their targets in another folder: outside, or in the repository. */
async function scene(way: (typeof WAYS)[string], target: "ws/elsewhere" | "outside", isFolder = false) {
  const top = folderWith({
    "ws/.cap-operator.yaml": `managerReleaseUrl: ./doors/manifest.yaml
releases:
  - {name: files, values: [doors/values.yaml], chart: ./own}
  - {name: folder, values: [v.yaml], chart: ./doors/chart}
  - {name: archive, values: [a.yaml], chart: ./doors/chart.tgz}
`,
    "ws/v.yaml": CLEAN,
    "ws/a.yaml": CLEAN,
    "ws/sub/x.yaml": CLEAN,
    "ws/m.yaml": `# cap-operator: values chart=./doors/modeline\n${CLEAN}`,
    "ws/operator.yaml":
      "apiVersion: operator.sample.io/v1alpha1\nkind: CAPOperator\nmetadata: {name: x}\nspec: {definitionwor: {}}\n",
    "ws/init/.vscode/x": "",
    [`${target}/x`]: "",
  });
  const ws = path.join(top, "ws");
  folder(path.join(ws, "own"), "own");
  mkdirSync(path.join(ws, ".git"));
  for (const [word, { at: door, put }] of Object.entries(DOORS)) {
    const place = path.join(top, target, door);
    mkdirSync(path.dirname(place), { recursive: true });
    mkdirSync(path.dirname(path.join(ws, door)), { recursive: true });
    await put(place, word);
    if (!isFolder || !door.startsWith("doors/"))
      way(path.join(ws, door), place, path.join(ws, `hop-${word}`));
  }
  if (isFolder) {
    renameSync(path.join(ws, "doors"), path.join(ws, "no-doors"));
    symlinkSync(path.join(top, target, "doors"), path.join(ws, "doors"));
  }
  return { top, ws, elsewhere: path.join(top, target) };
}

/** All that a host reports of the repository. */
const HOSTS: Readonly<Record<Host, (ws: string) => Promise<string>>> = {
  async "command line"(ws) {
    const said: string[] = [];
    for (const args of [
      ...["files", "folder", "archive"].map((release) => ["effective", "--release", release]),
      ["effective", "-f", "m.yaml"],
      ["check", "."],
      ["check", "--all-releases"],
      ["fix", "."],
      ["format", "doors/found.values.yaml"],
      ["check", "-r", "json=doors/report.json"],
    ]) {
      const { out, err } = await run(ws, args);
      said.push(out, err);
    }
    const sub = await run(path.join(ws, "sub"), ["effective", "--release", "named"]);
    const init = await run(path.join(ws, "init"), ["init"]);
    const made = path.join(ws, "init/.cap-operator.yaml");
    said.push(sub.out, sub.err, init.err, existsSync(made) ? readFileSync(made, "utf8") : "");
    return said.join("\n");
  },
  async agent(ws) {
    const agent = await Agent.start({ roots: [ws] });
    try {
      const said: string[] = [];
      for (const [tool, args] of [
        ...["files", "folder", "archive"].map((release) => ["effective_values", { release }] as const),
        ["effective_values", { release: "named", path: "sub/x.yaml" }],
        ["effective_values", { path: "m.yaml" }],
        ["check_values", { path: "operator.yaml" }],
        ["check_values", { release: "files" }],
        ["check_values", { path: "doors/found.values.yaml" }],
        ["suggest_fixes", { path: "doors/found.values.yaml" }],
      ] as const)
        said.push((await agent.call(tool, args)).text);
      return said.join("\n");
    } finally {
      await agent.end();
    }
  },
  async editor(ws) {
    const address = (name: string) => URI.file(path.join(ws, name)).toString();
    const client = await connect({
      initialize: {
        workspaceFolders: ["", "sub"].map((name) => ({ uri: address(name).replace(/\/$/, ""), name })),
      },
      server: {
        files: DISK_FILES,
      },
    });
    const said: unknown[] = [];
    for (const name of ["v.yaml", "a.yaml", "m.yaml", "operator.yaml", "sub/x.yaml"]) {
      client.open(address(name), readFileSync(path.join(ws, name), "utf8"));
      // Asking for the problems waits for what is read of charts.
      for (let time = 0; time < 2; time++)
        said.push(await client.request("capOperator/problems", { uri: address(name) }));
      const subject = { uri: address(name) };
      said.push(
        await client.request<EffectiveValuesDocument>("capOperator/effectiveValues", { of: subject }),
      );
    }
    const releases = await client.request<ReleaseSummary[]>("capOperator/releases", {});
    for (const { id } of releases)
      said.push(
        await client.request<EffectiveValuesDocument>("capOperator/effectiveValues", { of: { release: id } }),
      );
    said.push(releases, client.log, client.shown);
    await client.close();
    return JSON.stringify(said);
  },
};

/** Everything below a folder, with the content of files. */
function contentOf(top: string): Readonly<Record<string, string>> {
  const files = readdirSync(top, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return [path.relative(top, file), readFileSync(file, "latin1")];
    }),
  );
}

const wordsIn = (said: string) => Object.keys(DOORS).filter((word) => said.includes(word));
const doorsOf = (host: Host) => Object.keys(DOORS).filter((word) => DOORS[word]?.hosts.includes(host));

suite("a door of a repository that is a link", SKIPPED, () => {
  for (const [host, ask] of Object.entries(HOSTS) as [Host, (ws: string) => Promise<string>][]) {
    for (const [name, way] of Object.entries(WAYS)) {
      test(`${host}: nothing outside is read or written through ${name}`, async () => {
        const { ws, elsewhere } = await scene(way, "outside");
        const before = contentOf(elsewhere);
        assert.deepEqual(wordsIn(await ask(ws)), []);
        assert.deepEqual(contentOf(elsewhere), before);
      });
    }

    test(`${host}: nothing outside is read or written through a folder that is a link`, async () => {
      const { ws, elsewhere } = await scene(WAYS["a link"] as (typeof WAYS)[string], "outside", true);
      const before = contentOf(elsewhere);
      assert.deepEqual(wordsIn(await ask(ws)), []);
      assert.deepEqual(contentOf(elsewhere), before);
    });

    test(`${host}: links inside the repository are followed at all doors that it has`, async () => {
      const { ws } = await scene(WAYS["a chain of links"] as (typeof WAYS)[string], "ws/elsewhere");
      assert.deepEqual(wordsIn(await ask(ws)).sort(), doorsOf(host).sort());
    });
  }

  test("a link that is made after the question whether a file may be read is not followed", async () => {
    const top = folderWith({ "ws/a.yaml": "own: 1\n", "out/a.yaml": "SECRET: 1\n" });
    const file = path.join(top, "ws/a.yaml");
    const { mayRead } = new Bounds([path.join(top, "ws")]);
    const asked = () => {
      let isAsked = false;
      rmSync(file);
      writeFileSync(file, "own: 1\n");
      return (tested: string) => {
        const answer = mayRead(tested);
        if (!isAsked) {
          rmSync(file);
          symlinkSync(path.join(top, "out/a.yaml"), file);
        }
        isAsked = true;
        return answer;
      };
    };
    const problem = "is outside the workspace and its repository, so it is not read";
    assert.deepEqual(readFileText(file, 1000, asked()), { missing: false, problem });
    const read = await new DiskValuesFiles(asked()).read(URI.file(file).toString(), 1000);
    assert.deepEqual(read, { missing: false, problem });
  });

  test("a folder that becomes a link after the first question leads out", () => {
    const top = folderWith({ "ws/a.yaml": "own: 1\n", "out/a.yaml": "SECRET: 1\n" });
    const [ws, file] = [path.join(top, "ws"), path.join(top, "ws/a.yaml")];
    const { mayRead } = new Bounds([ws]);
    assert.ok(mayRead(file));
    rmSync(ws, { recursive: true });
    symlinkSync(path.join(top, "out"), ws);
    assert.ok(!mayRead(file));
  });

  test("a hard link is the file itself, which nothing tells from another name of it: it is read", async () => {
    const { top, ws } = await scene(WAYS["a link"] as (typeof WAYS)[string], "outside");
    const door = path.join(ws, "doors/hard.values.yaml");
    linkSync(path.join(top, "outside/doors/found.values.yaml"), door);
    assert.match((await run(ws, ["check", "."])).out, /foundword/);
  });
});
