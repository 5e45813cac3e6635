// A language in which every translated text is recognized: what the core and the workspace say in it must consist of such texts, of
// code and of what somebody wrote.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, suite, test } from "node:test";
import { buildPublished, buildSchemas } from "../../schemas/build.ts";
import { ownership } from "../../server/core/ownership/ownership.ts";
import { docsIn } from "../../server/core/schema/docs-anchor.ts";
import { Knowledge } from "../../server/core/schema/knowledge.ts";
import { documentation, summary } from "../../server/core/schema/markdown.ts";
import type { SchemaModel, SchemaNode } from "../../server/core/schema/model.ts";
import { valueOffers } from "../../server/core/schema/offers.ts";
import { renderDefaults } from "../../server/core/schema/render-defaults.ts";
import { dnsNameProblem } from "../../server/core/schema/types/dns-name.ts";
import { textFault } from "../../server/core/schema/types/text-faults.ts";
import { ChartsInUse } from "../../server/core/semantics/charts-in-use.ts";
import { effectiveMarkdown, originMarkdown } from "../../server/core/semantics/effective-markdown.ts";
import { effectiveRows } from "../../server/core/semantics/effective-rows.ts";
import { releaseValues } from "../../server/core/semantics/release-values.ts";
import { Semantics } from "../../server/core/semantics/semantics.ts";
import { UnwrittenValues } from "../../server/core/semantics/unwritten-values.ts";
import { DEFAULT_SETTINGS } from "../../server/core/settings.ts";
import { refusalOf } from "../../server/core/values/file-refusal.ts";
import { fromJson, type HelmMap } from "../../server/core/values/helm-tree.ts";
import type { SetFlag } from "../../server/core/values/set-entry.ts";
import { applySet } from "../../server/core/values/set-flag.ts";
import { parseYaml } from "../../server/core/yaml/reader/parse.ts";
import type { Path } from "../../server/core/yaml/tree.ts";
import { readChartArchive } from "../../server/workspace/chart-archive.ts";
import { readChartFolder } from "../../server/workspace/chart-folder.ts";
import { diskTree } from "../../server/workspace/disk-tree.ts";
import { readProjectSettings } from "../../server/workspace/project.ts";
import { makeProjectText } from "../../server/workspace/project-text.ts";
import { findRelease, knownReleases } from "../../server/workspace/release-identity.ts";
import { candidatesOf } from "../../server/workspace/release-paths.ts";
import { readSettings } from "../../server/workspace/settings.ts";
import { analyse, engine } from "../core/support/engine.ts";
import { analyseIn, stackOf } from "../core/support/release.ts";
import { entriesOf, packed } from "../workspace/tar-bytes.ts";
import { speakPseudo, withoutTranslations } from "./pseudo-language.ts";

speakPseudo();

/** What is left of a text without its translated parts, in which translated parts may be filled in, without code and links. */
function untranslated(text: string): string {
  return withoutTranslations(
    text.replace(/\]\((?:https?|file):[^)]*\)/g, "]").replace(/`[^`]*`/g, ""),
  ).trim();
}

/** Nothing is left of a sentence but punctuation. */
function checkTranslated(text: string | undefined, what: unknown): void {
  assert.ok(text !== undefined && text !== "", `nothing is said of ${JSON.stringify(what)}`);
  assert.doesNotMatch(untranslated(text), /\p{L}/u, text);
}

suite("what is wrong with YAML", () => {
  for (const text of [
    "a: [1\nb: 2\n",
    'a: "x\nb: 2\n',
    "a: 1\n   b: 2\n",
    "a:\n\tb: 1\n",
    "a: 1\nb\nc: 2\n",
    "a: 1\nb 2\nc: 3\n",
    "a: 1\nb:2\n",
    "a: [1,,2]\n",
    "a: [1 2\nb: ]\n",
    'a: "\\q"\n',
    "a: @x\n",
    "@a: 1\n",
    "a: - 1\n",
    "a: b: c\n",
    "a: ]\n",
    'a: "x" y\n',
    "a: {{ .Values.x }}\n",
    "{{ .Values.x }}\n",
    "<<<<<<< HEAD\na: 1\n",
    "a: *none\n",
    "a: &a [*a]\n",
    "<<: 1\n",
    "? [a]\n: 1\n",
    "a: .inf\n",
    "a: !!int x\n",
    'a: "\\/"\n',
    "%FOO\n---\na: 1\n",
    "a: \u0007\n",
    "a: &\n",
    "a: |x\n  y\n",
    "a: !<x\n",
  ]) {
    test(JSON.stringify(text), () => {
      const { problems } = parseYaml(text);
      assert.notDeepEqual(problems, []);
      for (const { message } of problems) assert.match(message, /^⟦.*⟧$/s);
    });
  }

  test("a file that is not analyzed", () => {
    checkTranslated(parseYaml("\0".repeat(1000)).refused, "binary");
    checkTranslated(parseYaml("[".repeat(5000)).refused, "nesting");
    checkTranslated(parseYaml("a: 1", { size: 1, depth: 100, problems: 10 }).refused, "size");
  });
});

suite("what Helm refuses", () => {
  for (const text of [
    "- 1\n",
    "just text\n",
    "a: &ä 1\nb: *ä\n",
    'a: "\\uD83D\\uDE00"\n',
    "%YAML 1.2\n---\na: 1\n",
    "\t\na: 1\n",
    "a: !!binary $\n",
    "<<: [1]\n",
    "{a: 1} {b: 2}\n",
    "a: {b: 1\n\t}\n",
    "a: [b: c: d]\n",
    "{? a}: 1\n",
    "a:\n- \tx\n",
  ]) {
    test(JSON.stringify(text), () => {
      const refusal = refusalOf(parseYaml(text), 3);
      assert.match(refusal?.message ?? "", /^⟦.*⟧$/s);
    });
  }
  test("a separator that Helm 4 cuts at", () => {
    checkTranslated(refusalOf(parseYaml("a: |\n--- x\n"), 4)?.message, "separator");
  });

  for (const [entry, flag] of [
    ["a", "set"],
    ["a,b=1", "set"],
    [`${"a.".repeat(40)}b=1`, "set"],
    ["a.=1", "set"],
    ["l[-1]=1", "set"],
    ["l[0]x=1", "set"],
    ["l[70000]=1", "set"],
    ["l[x]=1", "set"],
    ["l[0=1", "set"],
    ["a={1", "set"],
    ["n.b=1", "set"],
    ["l.b=1", "set"],
    ["s.b=1", "set"],
    ["n[0]=1", "set"],
    ["m[0]=1", "set"],
    ["s[0]=1", "set"],
    ["a=x", "set-json"],
    ["a=1e999", "set-json"],
    ["a=gone.txt", "set-file"],
  ] satisfies [string, SetFlag][]) {
    test(`--${flag} ${entry.slice(0, 20)}`, () => {
      const before = { m: { x: 1 }, l: [1], s: 1, n: null };
      const values = fromJson(before, { kind: "chart-default", chart: "before" }) as HelmMap;
      const refusal = applySet(
        values,
        { flag, text: entry },
        {
          helm: 3,
          originOf: (key, value) => ({ kind: "set", set: 0, key, value }),
          readFile: () => undefined,
        },
      );
      assert.match(refusal?.message ?? "", /^⟦.*⟧$/s);
    });
  }
});

const schemas = await buildSchemas();
const knowledge = new Knowledge(
  { schemas, published: buildPublished(schemas) },
  docsIn("https://docs.example/"),
);

suite("whose a file is", () => {
  const { chartKeys } = knowledge;
  const other = { name: "redis", path: "values.yaml" };
  for (const [file, text, more] of [
    ["a.yaml", "# cap-operator: off\n", {}],
    ["a.yaml", "# cap-operator: values\n", {}],
    ["a.yaml", "# cap-operator: operator\n", {}],
    ["a.yaml", "# cap-operator: maybe\n", {}],
    ["a.yaml", "a: 1\n", {}],
    ["a.yaml", "a: 1\n", { files: ["a.yaml"] }],
    ["a.yaml", "a: 1\n", { excludeFiles: ["a.yaml"] }],
    ["a.yaml", "a: 1\n", { release: "cop" }],
    ["a.yaml", "subscriptionServer: {domain: a.b}\n", {}],
    ["a.yaml", "apiVersion: operator.a.b/v1\nkind: CAPOperator\n", {}],
    ["values.yaml", "", {}],
    ["values.yaml", "image: {tag: x}\n", {}],
    ["values.yaml", "redis: 1\n", {}],
    ["values.yaml", "redis: 1\nmysql: 2\nmongo: 3\n", {}],
    ["values.yaml", "- 1\n", {}],
    ["values.yaml", "a: 1\n", { chart: other }],
    ["values.yaml", "a: 1\n", { chart: { ...other, name: "" } }],
    ["values-prod.yaml", "a: 1\n", { chart: { ...other, path: "values-prod.yaml" } }],
    ["templates/a.yaml", "{{ if .x }}\n", {}],
    ["Chart.yaml", "name: a\n", {}],
    [".cap-operator.yaml", "", {}],
    ["compose.yaml", "", {}],
    [".gitlab-ci.yaml", "", {}],
    ["pnpm-lock.yaml", "", {}],
    ["kustomization.yaml", "", {}],
  ] as const) {
    test(`${file} ${JSON.stringify(text)} ${Object.keys(more).join()}`, () => {
      const { files, excludeFiles } = DEFAULT_SETTINGS;
      const place = { path: `/ws/${file}`, workspacePath: file, files, excludeFiles, chart: undefined };
      checkTranslated(ownership(parseYaml(text), { ...place, keys: chartKeys, ...more }).explanation, file);
    });
  }

  test("and which chart it is for", () => {
    const explained = (text: string, chart = {}) =>
      engine.chartOf(analyse(text, "values", chart))?.explanation;
    checkTranslated(explained("a: 1\n"), "nothing");
    checkTranslated(explained("# cap-operator: values version=0.30.0\n"), "modeline");
    checkTranslated(
      explained("# cap-operator: values chart=cap-operator version=9.9.9\n"),
      "unknown version",
    );
    checkTranslated(explained("a: 1\n", { chart: "cap-operator" }), "setting");
    checkTranslated(explained("a: 1\n", { chart: "cap-operator", version: "~0.30.0" }), "range");
    checkTranslated(explained("subscriptionServer: {istioSystemNamespace: a}\n"), "words");
    const [stack] = [stackOf({ files: { "a.yaml": "a: 1\n" }, chart: { chart: "cap-operator-chart" } })];
    checkTranslated(engine.chartOfStack(stack).explanation, "release");
  });
});

suite("what is said of keys", () => {
  const { specification, charts } = knowledge;
  const resource = "operator.sme.sap.com/v1alpha1";
  for (const [name, model] of [
    ["the specification", specification.model("values")],
    ["the newest chart", knowledge.schemasOfVersion(charts.versions.at(-1) ?? "").model("values")],
    ["an old chart", knowledge.schemasOfVersion("0.10.0").model("values")],
    ["the resource", specification.model("operator")],
    ["the newest manager's resource", knowledge.schemasOfResource(resource).model("operator")],
    ["an old manager's resource", knowledge.schemasOfResource(resource, "0.2.0").model("operator")],
  ] as const) {
    test(name, () => {
      let count = 0;
      for (const [at, node] of ourNodes(model.root, [])) {
        checkTranslated(documented(model, at, node), at.join("."));
        count += 1;
      }
      assert.ok(count > 5, `${count} keys`);
    });
  }

  test("defaults with comments, and values to choose from", () => {
    const model = specification.model("values");
    const lines = renderDefaults(model.root, { comments: true, indent: 2, column: 0 });
    const comments = lines.filter((line) => /^\s*# \(/.test(line) || /^\s*# [^\s:]+ /.test(line));
    assert.ok(comments.length > 50);
    const text = lines
      .map((line) => (/^\s*#/.test(line) ? line.replace(/^\s*# ?/, "") : "\n"))
      .join(" ")
      .replace(/(?<=^|\s)[\w.-]+:(?: <[\w.<>]+)?(?=\s|$)/g, "");
    // The names of types and the allowed values are the same in any language.
    const words = untranslated(text.replaceAll("`", "")).replace(
      /\b(?:object|string|integer|boolean|number)\b/g,
      "",
    );
    assert.doesNotMatch(words, /\p{L}{2,} \p{L}{2,}/u, words.slice(0, 500));
    const offers = valueOffers(model, ["subscriptionServer", "domain"], []);
    for (const { reason } of offers) checkTranslated(reason, "offer");
    assert.ok(offers.length > 1);
  });

  test("snippets", () => {
    for (const kind of ["values", "operator"] as const) {
      const offers = engine.snippets(analyse("", kind), { line: 0, character: 0 });
      assert.ok(offers.length > 1);
      for (const { name, description } of offers) {
        checkTranslated(name, kind);
        checkTranslated(description, kind);
      }
    }
  });

  test("why a text is not a name", () => {
    for (const text of [
      "https://a",
      "a/b",
      "a:80",
      "a b",
      "a_b",
      "A",
      "a.",
      "a..b",
      "-a",
      "ä",
      "a".repeat(300),
    ]) {
      checkTranslated(dnsNameProblem(text), text);
    }
    for (const meaning of ["namespace", "object-name", "label-value", "sysctl-name", "cpu"] as const) {
      checkTranslated(textFault(meaning, "-_ä"), meaning);
    }
    for (const text of ["a/b/c", "_/b", "a/", "a".repeat(70), "ä"])
      checkTranslated(textFault("label-key", text), text);
  });
});

/** All keys that we describe ourselves: what is in a type of Kubernetes is described by Kubernetes, in English. */
function* ourNodes(node: SchemaNode, at: Path): Generator<readonly [Path, SchemaNode]> {
  for (const [key, child] of node.properties) {
    const here = [...at, key];
    if (child.description !== undefined) yield [here, child];
    if (!child.shared) yield* ourNodes(child, here);
  }
}

/** All that is shown of a key in a hover and in a list, without the names of types, which are the same in any language. */
function documented(model: SchemaModel, at: Path, node: SchemaNode): string {
  const hover = documentation(at, node, model.root, "https://docs.example/values.md");
  const types = /\b(?:object|string|integer|boolean|number|array)\b/g;
  return `${hover}\n${untranslated(summary(node)).replace(types, "")}`;
}

suite("effective values", () => {
  const files = {
    "values.yaml":
      "image: {tag: v1}\npodLabels: {a: x}\nwebhook: {replicas: 1, podLabels: {b: y}, sidecar: true}\ncontroller: {replicas: null, image: {tag: v2}}\nmonitoring: {}\n",
    "b.yaml": "webhook: {replicas: 2, sidecar: null, podLabels: 1}\nimage: {tag: v3}\n",
  };
  const release = { files, sets: ["controller.dnsTarget=a.b"] };
  const charts = new ChartsInUse(knowledge);

  test("in a hover", () => {
    const analysis = analyseIn("values.yaml", release);
    const semantics = new Semantics(analysis, charts);
    const said = [...analysis.file.text.matchAll(/v1|1|true|x/g)].flatMap(({ index }) => {
      const subject = semantics.at(index);
      return subject?.written === undefined ? [] : effectiveMarkdown(subject);
    });
    assert.ok(said.length > 1, said.join("\n"));
    for (const text of said) checkTranslated(withoutData(text), text);
  });

  test("in a document", () => {
    const found = releaseValues(stackOf(release), knowledge.specification);
    const rows = effectiveRows(found);
    const comments = rows.flatMap(({ content }) =>
      content.includes("#") ? [content.replace(/.*?# \w+: /, "")] : [],
    );
    assert.ok(comments.length > 2, comments.join("\n"));
    for (const text of comments) checkTranslated(text.replace(/^\(|\)$/g, ""), text);
    const inWords = comments.filter((text) => text.startsWith("("));
    assert.ok(inWords.length > 2, comments.join("\n"));
    for (const text of inWords) assert.match(text, /^\(⟦[^⟦⟧]*⟦[^⟦⟧]*⟧⟧\)$/, "what the chart has, in words");
    const origins = rows.flatMap(({ value }) => (value ? [originMarkdown(value, found)] : []));
    for (const text of origins) checkTranslated(withoutData(text.replace(/^\*\*[^:]*:\*\*/, "")), text);
  });

  test("after the keys that they are not written at", () => {
    const analysis = analyseIn("values.yaml", release);
    const [document] = new Semantics(analysis, charts).documents;
    const [root] = analysis.roots;
    assert.ok(document && root?.node);
    const unwritten = new UnwrittenValues(root.node, document);
    const said = document.releases.flatMap((one) => [...unwritten.inherited(one), ...unwritten.leftOut(one)]);
    assert.ok(said.length > 2);
    for (const { lead, explanation } of said) {
      checkTranslated(explanation, lead);
      assert.doesNotMatch(untranslated(lead).replace(/controller|subscriptionServer|webhook/g, ""), /\p{L}/u);
    }
  });

  test("what is wrong with a release", () => {
    const broken = { files: { "a.yaml": "a: [\n", "b.yaml": "- 1\n" }, sets: ["a", "l[x]=1"] };
    const { problems } = releaseValues(stackOf(broken), knowledge.specification);
    assert.equal(problems.length, 4);
    for (const { message } of problems) checkTranslated(message, message);
  });
});

/** Without names of files and entries, which are where they come from. */
function withoutData(text: string): string {
  return text.replace(/\\-\\-set \\#\d|--set #\d|\[?[\w-]+\.yaml:\d+\]?/g, "");
}

suite("charts, releases and settings", () => {
  const scratch = mkdtempSync(path.join(tmpdir(), "cap-operator-l10n-"));
  after(() => rmSync(scratch, { recursive: true, force: true }));

  test("an archive or a folder that is not a chart", async () => {
    const chart = { "a/Chart.yaml": "name: a\n", "a/values.yaml": "a: 1\n" };
    const problems = [
      await readChartArchive(new Uint8Array([1, 2])),
      await readChartArchive(new Uint8Array([0x1f, 0x8b, 3])),
      await readChartArchive(packed(entriesOf({ "a/values.yaml": "a: 1\n" }))),
      await readChartArchive(packed(entriesOf({ "Chart.yaml": "name: a\n" }))),
      await readChartArchive(packed(entriesOf({ ...chart, "a/../b": "x" }))),
      await readChartArchive(packed([])),
      await readChartArchive(packed(entriesOf({ ...chart, "a/charts/b.tgz": "x" }))),
      await readChartArchive(packed(entriesOf(chart)), { entries: 1 }),
      await readChartArchive(packed(entriesOf(chart)), { files: 1 }),
      await readChartArchive(packed(entriesOf(chart)), { fileBytes: 1 }),
      await readChartArchive(packed(entriesOf(chart)), { bytes: 100 }),
      await readChartArchive(packed(entriesOf(chart)), { pathLength: 3 }),
      await readChartFolder(diskTree(), path.join(scratch, "none")),
      await readChartFolder(diskTree(), folderOf({ "values.yaml": "a: 1\n" })),
      await readChartFolder(diskTree(), folderOf({ "Chart.yaml": Buffer.from([0xff]) })),
      await readChartFolder(diskTree(), folderOf({ ".helmignore": "**\n", "Chart.yaml": "name: a\n" })),
      await readChartFolder(
        diskTree(undefined, (file) => !file.endsWith("Chart.yaml")),
        folderOf({ "Chart.yaml": "name: a\n" }),
      ),
    ];
    for (const { problem } of problems) checkTranslated(problem, "a chart");
  });

  function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
    const folder = mkdtempSync(path.join(scratch, "chart-"));
    mkdirSync(folder, { recursive: true });
    for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
    return folder;
  }

  test("settings of a wrong type", () => {
    const { problems } = readSettings({
      files: 1,
      chart: 1,
      format: 1,
      codeLens: 1,
      maxFileSize: "x",
      inlayHints: "x",
      helmVersion: "x",
      diagnostics: { severity: { a: "x" } },
      releases: [1, {}, { name: "a", chart: 1, values: 1, set: [1] }],
    });
    assert.equal(problems.length, 13);
    for (const { message } of problems) checkTranslated(message, message);
    checkTranslated(readSettings({ releases: 1 }).problems[0]?.message, "releases");
  });

  test("the file of a project", () => {
    const { problems } = readProjectSettings(
      "a: 1\ndiagnostics: {b: 1, severity: {c: error}}\nformat: {d: 1}\nreleases: [{name: x, e: 1}]\n",
    );
    assert.equal(problems.length, 5);
    for (const { message } of problems) checkTranslated(message, message);
    for (const text of ["a: [", "- 1"]) {
      assert.throws(
        () => readProjectSettings(text),
        ({ message }: Error) => /^⟦.*⟧$/s.test(message),
      );
    }
    const [first = ""] = makeProjectText({}).text.split("\n");
    checkTranslated(first.replace("# ", ""), "example");
  });

  test("releases and their files", () => {
    const bare = { values: [], set: [], setString: [], setJson: [] };
    const known = knownReleases([
      { ...bare, name: "a", kubeContext: "x" },
      { ...bare, name: "a", kubeContext: "y" },
    ]);
    for (const id of ["none", "a"]) {
      const found = findRelease(known, id);
      checkTranslated("problem" in found ? found.problem : undefined, id);
    }
    for (const [name, folders] of [
      ["https://a/b", []],
      ["\0", []],
      ["//host/share", []],
      ["a.yaml", []],
      ["/out.yaml", ["file:///ws"]],
    ] as const) {
      checkTranslated(candidatesOf(name, folders).problem, name);
    }
  });
});
