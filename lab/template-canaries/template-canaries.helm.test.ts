import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import type { ChartTexts } from "../../server/core/chart/chart.ts";
import { renderProgram } from "../../test/helm/render.ts";
import { chartTexts } from "../../test/support/chart-folder.ts";
import { effort } from "../../test/support/effort.ts";
import { writePublishedChart } from "../../test/support/published-chart.ts";
import { repository } from "../../test/support/repository.ts";
import { type CanaryChart, findings } from "./canaries.ts";
import { generatedCharts } from "./generated-charts.ts";

interface Expected extends Omit<CanaryChart, "texts"> {
  readonly folder: string;
  /** The leaf keys that nothing reads. */
  readonly unread: readonly string[];
  /** Keys that are read and change nothing, each with the reason. */
  readonly withoutEffect: Readonly<Record<string, string>>;
}

/** Charts of these versions are made and rendered. */
const PUBLISHED = ["0.12.0", "0.19.0", "0.34.0"];
const IN_PUBLISHED_WORDS = [
  {},
  {
    monitoring: { enabled: true },
    controller: { versionMonitoring: { prometheusAddress: "http://metrics" } },
    webhook: { sidecar: true, certificateManager: "CertManager" },
    subscriptionServer: { certificateManager: "CertManager" },
  },
];

/** They count only in a cluster that has the certificates of Gardener, and what renders here knows none. */
const ONLY_IN_GARDENER = ["issuerName", "issuerNamespace"].map(
  (key) => `subscriptionServer.certificateConfig.gardener.${key}`,
);

function publishedTexts(version: string): ChartTexts {
  const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-canaries-"));
  try {
    writePublishedChart(version, folder);
    return chartTexts(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The charts make a new certificate each time. */
function sameCertificates(text: string): string {
  return text.replace(/(ca\.crt|tls\.crt|tls\.key|caBundle): \S+/g, "$1: certificate");
}

const fixture = (name: string) => path.join(import.meta.dirname, "fixtures", name);

const CHARTS: readonly Expected[] = [
  {
    folder: path.join(repository, "examples/chart"),
    variants: [
      {},
      {
        monitoring: { enabled: true },
        controller: { versionMonitoring: { metricsServerAddress: "http://metrics" } },
        webhook: { sidecar: true, certificateManager: "CertController" },
        subscriptionServer: { certificateManager: "CertController" },
      },
      { subscriptionServer: { certificateConfig: { platform: { issuerName: "issuer" } } } },
    ],
    steady: sameCertificates,
    unread: [],
    withoutEffect: {},
  },
  {
    folder: fixture("scopes"),
    variants: [{}, { flag: false, list: [] }, { declared: { inIf: "" } }],
    unread: [
      "nested.inner.aside",
      "withBlock.aside",
      "commented",
      "inText",
      "inString",
      "inPartial",
      "inDeadHelper",
      "parens.deep.aside",
      "loop.aside",
      "block.aside",
      "unused",
    ],
    withoutEffect: {
      overwritten: "another value replaces it in the variable before that is printed",
      "walk.aside": "a variable of a loop steps down the mapping, so all that it was is taken for printed",
    },
  },
  {
    folder: fixture("helpers"),
    unread: [
      "other",
      "part.aside",
      "viaDict.aside",
      "viaList.aside",
      "viaTemplate.aside",
      "chained.aside",
      "components.web.aside",
      "components.db.aside",
      "one",
      "outer.inner.aside",
    ],
    withoutEffect: { "merged.aside": "what is merged counts as read" },
  },
  {
    folder: fixture("maps"),
    variants: [{}, { useFirst: false }, { key: "y" }],
    unread: [
      "indexed.aside",
      "with-dash.aside",
      "got.aside",
      "dug.a.aside",
      "checked.a.below",
      "checked.aside",
      "plucked.aside",
      "picked.aside",
      "left.aside",
      "target.a",
      "copied.aside",
      "chosen.aside",
      "required.aside",
      "concat.aside",
      "kinds.a.b",
      "logic.c",
      "looked",
      "unset.b",
      "inPlace.first.aside",
      "either.one.aside",
      "either.two.aside",
    ],
    withoutEffect: {
      "omitted.b": "omit leaves it out of what is printed as a whole",
      "right.aside": "what is merged counts as read",
      "base.a": "the mapping that is merged over it has the same key",
      more: "its first item is read, and the canaries are added behind that",
      "inPlace.second.aside": "what is merged counts as read",
    },
  },
  {
    folder: fixture("texts"),
    unread: [],
    withoutEffect: {
      "app.aside": "a template that a template made may read anything",
      anyone: "a template that a template made may read anything",
      unused: "a template that a template made may read anything",
    },
  },
  {
    folder: fixture("umbrella"),
    unread: ["switches.aside", "below.unread", "unused", "printed.nothing"],
    withoutEffect: {
      "tags.backend": "the condition of the chart below goes before its tags",
    },
  },
];

for (const helm of [3, 4] as const) {
  const program = await renderProgram(helm);
  const skip = program === undefined && `Go is not installed, so the engine of Helm ${helm} cannot be asked.`;

  test(`what Helm ${helm} renders depends on no key that is called unread`, { skip }, async () => {
    const charts = CHARTS.map(({ folder, ...chart }) => ({ ...chart, texts: chartTexts(folder) }));
    const found = await findings(program ?? "", charts);
    for (const [index, { folder, unread, withoutEffect }] of CHARTS.entries()) {
      const name = path.basename(folder);
      assert.deepEqual(found[index]?.refused, [], `${name}: Helm renders the variants`);
      assert.deepEqual(found[index]?.unreadWithEffect, [], `${name}: called unread, and has an effect`);
      assert.deepEqual(
        found[index]?.readWithoutEffect,
        Object.keys(withoutEffect),
        `${name}: read, without effect`,
      );
      assert.deepEqual(found[index]?.unread, unread, `${name}: called unread`);
    }
  });

  test(`the same of charts in published words and Helm ${helm}`, { skip }, async () => {
    const charts = PUBLISHED.map((version) => ({
      texts: publishedTexts(version),
      variants: IN_PUBLISHED_WORDS,
      steady: sameCertificates,
    }));
    const found = await findings(program ?? "", charts);
    for (const [index, version] of PUBLISHED.entries()) {
      assert.deepEqual(found[index]?.refused, [], `${version}: Helm renders the variants`);
      assert.deepEqual(found[index]?.unreadWithEffect, [], `${version}: called unread, and has an effect`);
      assert.deepEqual(found[index]?.unread, [], `${version}: called unread`);
      assert.deepEqual(found[index]?.readWithoutEffect, ONLY_IN_GARDENER, `${version}: read, without effect`);
    }
  });

  test(`the same of generated charts and Helm ${helm}`, { skip }, async () => {
    const charts = fc.sample<ChartTexts>(generatedCharts, effort(100));
    const found = await findings(
      program ?? "",
      charts.map((texts) => ({ texts })),
    );
    for (const [index, { unreadWithEffect }] of found.entries()) {
      const text = [...(charts[index] ?? [])].map(([file, content]) => `${file}:\n${content}`).join("\n");
      assert.deepEqual(unreadWithEffect, [], text);
    }
    const rendered = found.filter(({ refused }) => refused.length === 0);
    assert.ok(
      rendered.length > (charts.length * 3) / 4,
      "Too few of the charts are rendered to say anything.",
    );
    const unread = rendered.flatMap((findings) => findings.unread);
    assert.ok(unread.length > charts.length, "Too few keys are called unread to say anything.");
  });
}
