import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Diagnostic } from "vscode-languageserver-types";
import { DiskChartFiles } from "../../server/workspace/charts/disk-chart-files.ts";
import { wholeMachine } from "../../server/workspace/files/reach.ts";
import { connect } from "./client.ts";
import { workspace } from "./workspace.ts";

const MANIFEST = "apiVersion: v2\nname: cap-operator\nversion: 7.1.0\n";
const VALUES = "controller:\n  replicas: 1\nsubscriptionServer:\n  replicas: 1\n";
const NAMED = "# cap-operator: values chart=../charts/mine\ncontroller:\n  replicas: 2\n";

interface Found {
  readonly line: number;
  readonly character: number;
  readonly severity: number | undefined;
  readonly code: unknown;
  readonly message: string;
  /** Each with the file, and its line from 1. */
  readonly related: readonly string[];
}

/** The findings about a chart in a file, once the templates of the chart were followed. */
async function found(
  files: Readonly<Record<string, string>>,
  name: string,
  text: string,
  until: (found: readonly Found[]) => boolean,
): Promise<readonly Found[]> {
  const inChart = Object.entries({ "Chart.yaml": MANIFEST, "values.yaml": VALUES, ...files });
  const all = Object.fromEntries(inChart.map(([file, content]) => [`charts/mine/${file}`, content]));
  const ws = workspace({ ...all, [name]: text });
  const client = await connect({
    server: { charts: new DiskChartFiles(wholeMachine) },
    initialize: {
      workspaceFolders: [{ uri: ws.uri, name: "ws" }],
      capabilities: { textDocument: { publishDiagnostics: { relatedInformation: true } } },
    },
  });
  const uri = ws.at(name);
  client.open(uri, text);
  const said = await client.until(() => {
    const last = client.published.findLast((one) => one.uri === uri);
    const about = last?.diagnostics.filter(({ code }: Diagnostic) =>
      /-chart$|^unread-key$/.test(String(code)),
    );
    const all = about?.map(({ range, severity, code, message, relatedInformation = [] }: Diagnostic) => ({
      ...range.start,
      severity,
      code,
      message: String(message),
      related: relatedInformation.map(
        ({ location }) =>
          `${location.uri.slice(ws.at("charts/mine/").length)}:${location.range.start.line + 1}`,
      ),
    }));
    return all && until(all) ? all : undefined;
  });
  await client.close();
  return said;
}

/** A template that reads all values. */
const READS = "# {{ toYaml .Values }}\n";

suite("a broken chart is said where it is named, with the place", () => {
  const cases: Readonly<Record<string, readonly [Readonly<Record<string, string>>, RegExp, string]>> = {
    "values that are not YAML": [
      { "values.yaml": `${VALUES}webhook:\n  a: b: c\n`, "templates/a.yaml": READS },
      /^Helm rejects the chart because of its values\.yaml, line 6: /,
      "values.yaml:6",
    ],
    "values that are a list": [
      { "values.yaml": "# ours\n- a\n", "templates/a.yaml": READS },
      /^Helm rejects the chart because of its values\.yaml, line 2: The top level of a values file must be a mapping/,
      "values.yaml:2",
    ],
    "a schema that is not JSON": [
      { "values.schema.json": '{\n  "type": "object",\n}\n', "templates/a.yaml": READS },
      /^Helm rejects the chart because its values\.schema\.json is not valid JSON: see line [23]\.$/,
      "values.schema.json:",
    ],
    "a schema with a comment": [
      { "values.schema.json": "// ours\n{}\n", "templates/a.yaml": READS },
      /^Helm rejects the chart because its values\.schema\.json is not valid JSON: see line 1\.$/,
      "values.schema.json:1",
    ],
    "an action that is not closed": [
      { "templates/a.yaml": `${READS}{{ .Values.controller\n` },
      /^Helm rejects the chart because its template templates\/a\.yaml has an action on line 2 that is not closed/,
      "templates/a.yaml:2",
    ],
    "a block that is not closed, in the notes": [
      { "templates/NOTES.txt": "\n{{ if .Values.controller }}\n" },
      /^Helm rejects the chart because its template templates\/NOTES\.txt has a block without an `end`, which begins on line 2\.$/,
      "templates/NOTES.txt:2",
    ],
    "an end too many": [
      { "templates/a.yaml": "{{ end }}\n" },
      /^Helm rejects the chart because its template templates\/a\.yaml has an `end` or `else` on line 1 that belongs to no block\.$/,
      "templates/a.yaml:1",
    ],
  };
  for (const [what, [files, message, place]] of Object.entries(cases)) {
    test(what, async () => {
      const [first, ...others] = await found(files, "prod/values.yaml", NAMED, (all) =>
        all.some(({ code }) => code === "broken-chart"),
      );
      assert.deepEqual(others, []);
      assert.deepEqual(
        [first?.line, first?.character, first?.severity, first?.code],
        [0, 29, 1, "broken-chart"],
      );
      assert.match(first?.message ?? "", message);
      assert.equal(first?.related.length, 1);
      assert.ok(first?.related[0]?.startsWith(place), first?.related[0]);
    });
  }

  test("several mistakes are one problem with several places", async () => {
    const files = {
      "values.schema.json": "{",
      "templates/a.yaml": "{{ end }}\n",
      "templates/b.yaml": "{{ if 1 }}\n",
    };
    const all = await found(files, "prod/values.yaml", NAMED, ([one]) => one?.related.length === 3);
    assert.equal(all.length, 1);
    assert.deepEqual(all[0]?.related.slice(1), ["templates/a.yaml:1", "templates/b.yaml:1"]);
  });

  test("beside the chart, on the first line", async () => {
    const all = await found(
      { "templates/a.yaml": "{{ end }}\n" },
      "charts/mine/values-prod.yaml",
      "controller:\n  replicas: 2\n",
      ([one]) => one?.code === "broken-chart",
    );
    assert.deepEqual(
      all.map(({ line, character, related }) => [line, character, ...related]),
      [[0, 0, "templates/a.yaml:1"]],
    );
  });

  test("values that are a list, and nothing else says that the chart is the operator's: the chart is not used", async () => {
    const files = {
      "Chart.yaml": MANIFEST.replace("cap-operator", "mine"),
      "values.yaml": "\n# ours\n- a\n",
    };
    const all = await found(files, "prod/values.yaml", NAMED, ({ length }) => length > 0);
    assert.deepEqual(
      all.map(({ line, character, code, message }) => [line, character, code, message]),
      [
        [
          0,
          29,
          "unusable-chart",
          "Helm rejects the chart: line 3 of its values.yaml must be the beginning of a mapping.",
        ],
      ],
    );
  });

  test("not again in the values of the chart itself", async () => {
    const name = "charts/mine/values.yaml";
    const values = `${VALUES}webhook:\n  a: b: c\n`;
    const files = { "values.yaml": values, "templates/a.yaml": READS };
    const all = await found(files, name, values, () => true);
    assert.deepEqual(all, []);
  });
});

suite("nothing is said", () => {
  const UNREAD = "controller:\n  replicas: 2\nlegacy: 1\n";
  const cases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "of what Helm does not read": {
      "charts/sub/Chart.yaml": "apiVersion: v2\nname: sub\nversion: 1.0.0\n",
      "charts/sub/templates/a.yaml": "{{ if 1 }}{{ end }}\n",
      "templates/.draft.yaml": "{{ if\n",
      "docs/a.yaml": "{{ if\n",
    },
    "of an empty schema, and of an action of several lines": {
      "values.schema.json": "",
      "templates/b.yaml":
        "{{- /* {{ not an action */ -}}\n{{ if\n  .Values.controller }}{{ else }}{{ end }}\n",
    },
  };
  for (const [what, files] of Object.entries(cases)) {
    test(what, async () => {
      // That a key is not read is only known once the templates were followed.
      const all = await found(
        {
          "values.yaml": `${VALUES}legacy: 0\n`,
          "templates/a.yaml": "{{ .Values.controller.replicas }}{{ .Values.subscriptionServer.replicas }}\n",
          ...files,
        },
        "prod/values.yaml",
        `# cap-operator: values chart=../charts/mine\n${UNREAD}`,
        (some) => some.some(({ code }) => code === "unread-key"),
      );
      assert.deepEqual(
        all.map(({ code }) => code),
        ["unread-key"],
      );
    });
  }
});
