import assert from "node:assert/strict";
import { test } from "node:test";
import { install } from "../../../client/commands/install.ts";
import type { ReleaseSummary } from "../../../server/lsp/protocol.ts";
import { FOREIGN, fakePorts, LIKELY, type World } from "../fake-ports.ts";
import {
  CHART,
  config,
  DEPLOYED,
  type HelmState,
  helmWorld,
  KEPT_CHART,
  KEPT_DIGEST,
  KUBECONFIG,
  pageOf,
  SECRET,
  told,
  UPGRADED_TEXT,
  VALUES,
} from "./helm-world.ts";

async function after(state: HelmState, world: World = {}) {
  const ports = fakePorts(helmWorld(state, world));
  await install.run(ports);
  return { seen: ports.seen, told: told(ports.seen), choices: ports.choices };
}

const CONFIRM = { confirm: true };
const OPEN = "file:///home/me/deploy/values.yaml";
const UPGRADE =
  `run: helm upgrade --install --kube-context dev --namespace cap-operator-system --create-namespace --wait --timeout 5m0s ` +
  `--atomic --hide-notes --values ${VALUES} -- cap-operator ${KEPT_CHART}`;

const NO_KUBECTL =
  "- the namespace cap-operator-system and other installations. kubectl was not found on the PATH. " +
  "Install it, or set capOperator.kubectlPath.";

test("a first installation shows where, what and what would change, and runs what was confirmed", async () => {
  const { told } = await after({}, CONFIRM);
  assert.deepEqual(told, [
    "confirm: Install cap-operator in dev? [Install] [Preview Changes] [Read Details] [Change Context...]",
    "  Context: dev (user ada)",
    "  Server: https://dev:6443",
    "  Namespace: cap-operator-system",
    "  Release: cap-operator, installed for the first time",
    `  Chart: cap-operator-chart 0.12.0, ${KEPT_DIGEST}`,
    "  Changes: 1 object: 1 new; 1 not tested",
    "  Not tested: kubectl was not found.",
    UPGRADE,
    "info: cap-operator is installed in dev, namespace cap-operator-system: revision 1, from cap-operator-chart 0.12.0. Its components are ready. [Show Status] [Show Output]",
  ]);
});

test("of what Helm prints about a change, only what sums it up is logged", async () => {
  const printed = `${UPGRADED_TEXT}USER-SUPPLIED VALUES:\nconf: hunter2\n`;
  const programs = (line: string) => (line.startsWith("helm upgrade --install --kube") ? printed : undefined);
  const { seen } = await after({ histories: [[DEPLOYED]] }, { ...CONFIRM, programs });
  assert.ok(seen.includes("log info:   STATUS: deployed"));
  assert.ok(!seen.join("\n").includes("hunter2"));
});

test("the page that was shown with the question goes with it, whatever the answer is", async () => {
  const yes = (await after({}, CONFIRM)).seen;
  const [closed, ran] = [/^closed: Install cap-operator in dev$/, /^run: helm upgrade --install --kube/].map(
    (line) => yes.findIndex((entry) => line.test(entry)),
  );
  assert.ok(closed !== undefined && ran !== undefined && 0 < closed && closed < ran, yes.join("\n"));
  const no = (await after({}, { confirm: false })).seen;
  assert.ok(no.includes("closed: Install cap-operator in dev"));
});

test("the page stays if the person has read it, and is of the past once Helm has ended, however that was", async () => {
  const reading = { ...CONFIRM, choose: ["Read Details"], press: "Install..." };
  const failing: Parameters<typeof after>[0]["answers"] = {
    "helm upgrade --install --kube": { exitCode: 1, stderr: "Error: no\n" },
  };
  for (const answers of [{}, failing]) {
    const { seen } = await after({ answers }, reading);
    assert.ok(!seen.some((line) => line.startsWith("closed: ")), "it stays");
    const [ran, past, last] = [
      /^run: helm upgrade --install --kube/,
      /^past: Install cap-operator in dev$/,
      /^(?:info|error): /,
    ].map((line) => seen.findLastIndex((candidate) => line.test(candidate)));
    assert.ok(
      ran !== undefined && past !== undefined && last !== undefined && 0 < ran && ran < past && past < last,
    );
  }
  const { seen } = await after({}, { confirm: false });
  assert.ok(!seen.some((line) => line.startsWith("past: ")), "nothing was confirmed");
});

/** An address on a page, where it does not become a link. */
const CHART_AS_TEXT = CHART.replace("://", "\\:\\//");

test("the page that is shown with the question has all of it", async () => {
  const { seen } = await after({}, CONFIRM);
  const page = pageOf(seen);
  for (const line of [
    "# Install cap-operator in dev",
    "| Context | dev (user ada) |",
    "| Server | https\\:\\//dev:6443 |",
    "| Namespace | cap-operator-system |",
    "| Now | installed for the first time |",
    "| Chart | cap-operator-chart 0.12.0 |",
    "| App version | v0.12.0 |",
    `| SHA-256 of the chart | ${"abcdef012345".repeat(5)}0000 |`,
    `| From | ${CHART_AS_TEXT} |`,
    "| On failure, or if not ready within 5m0s | Helm undoes it |",
    "1. values.yaml",
    "| ConfigMap/cop | new |",
    "Nothing could be checked.",
    NO_KUBECTL,
  ]) {
    assert.ok(page.includes(line), `${line}\n${page.join("\n")}`);
  }
});

test("a registry without TLS is mentioned in the question, and Helm is told where it reaches it", async () => {
  const { seen } = await after({}, { ...CONFIRM, settings: { chart: CHART, plainHttp: true } });
  assert.ok(pageOf(seen).includes(`| From | ${CHART_AS_TEXT}, without TLS |`));
  const calls = seen.filter((line) => line.startsWith("run: helm") && line.endsWith(CHART));
  assert.deepEqual(
    calls.map((line) => [line.split(" ")[2], line.includes(" --plain-http ")]),
    [["pull", true]],
  );
});

test("an upgrade names the revision that it starts from", async () => {
  const { told } = await after({ histories: [[{ revision: 2, status: "superseded" }, DEPLOYED]] }, CONFIRM);
  assert.ok(
    told.includes(
      "confirm: Upgrade cap-operator in dev? [Upgrade] [Preview Changes] [Read Details] [Change Context...]",
    ),
  );
  assert.ok(told.includes("  Release: cap-operator, now revision 3 (deployed, cap-operator-chart-0.11.0)"));
  assert.ok(told.includes("  Changes: 1 object: 1 changed; 1 not tested"));
  assert.equal(
    told.at(-1),
    "info: cap-operator is upgraded in dev, namespace cap-operator-system: revision 4, from cap-operator-chart 0.12.0. Its components are ready. [Show Status] [Show Output]",
  );
});

test("with Helm 4, the flags are those of Helm 4", async () => {
  const { told } = await after({ version: "v4.3.1" }, CONFIRM);
  assert.ok(told.includes(UPGRADE.replace("--atomic", "--rollback-on-failure")));
});

test("a chart folder is packed so that it has the same digest each time, which is not shown: a person has no such archive", async () => {
  const files = { "/home/me/deploy/chart/Chart.yaml": "" };
  const { told, seen } = await after({}, { ...CONFIRM, settings: { chart: "./chart" }, files });
  assert.ok(told.includes("  Chart: cap-operator-chart 0.12.0"), told.join("\n"));
  assert.ok(!pageOf(seen).some((line) => line.includes("SHA-256")));
  const calls = seen.filter((line) => /^(?:run: helm (?:package|show chart)|packed)/.test(line));
  assert.deepEqual(
    calls.map((line) => line.split(" ").slice(0, 3).join(" ")),
    ["run: helm package", "packed in the", "run: helm show"],
  );
});

test("a chart folder with a link that leads to other files of this machine is not packed, and nothing is installed", async () => {
  const release: ReleaseSummary = {
    id: "cop",
    name: "cop",
    namespace: "ops",
    chart: "./charts/cop",
    kubeContext: "dev",
    values: [OPEN],
    sets: [],
  };
  const linkOut = '"templates/x" is a link that leads out';
  const files = { "/home/me/deploy/charts/cop/Chart.yaml": "" };
  const { told, seen } = await after({}, { ...CONFIRM, releases: [release], files, linkOut });
  assert.ok(told.some((line) => line.includes(linkOut)));
  assert.doesNotMatch(seen.join("\n"), /helm (?:package|upgrade|template)/);
});

test("a release of the settings brings its context, namespace, chart, files and entries", async () => {
  const release: ReleaseSummary = {
    id: "cop",
    name: "cop",
    namespace: "ops",
    chart: "./charts/cop",
    version: "0.12.0",
    kubeContext: "eu-prod",
    values: [OPEN, "file:///home/me/deploy/my%20prod.yaml"],
    sets: [
      { flag: "set", text: "controller.replicas=3" },
      { flag: "set-string", text: "image.tag=1.10" },
    ],
  };
  const files = { "/home/me/deploy/my prod.yaml": "", "/home/me/deploy/charts/cop/Chart.yaml": "" };
  const world: World = {
    ...CONFIRM,
    releases: [release],
    files,
    settings: { kubeconfig: "", protectedContexts: [] },
  };
  const { told, seen } = await after({}, world);
  assert.ok(seen.includes("run: helm package --destination /store/arriving -- /home/me/deploy/charts/cop"));
  assert.ok(
    told.includes(
      "run: helm upgrade --install --kube-context eu-prod --namespace ops --create-namespace --wait --timeout 5m0s --atomic --hide-notes " +
        `--values ${VALUES} --values /home/me/deploy/my prod.yaml --set controller.replicas=3 --set-string image.tag=1.10 -- cop ${KEPT_CHART}`,
    ),
    told.join("\n"),
  );
  const lines = ["1. values.yaml", "2. my prod.yaml", "Later files take precedence."];
  for (const line of [...lines, "Set in addition: controller.replicas, image.tag"]) {
    assert.ok(pageOf(seen).includes(line), line);
  }
});

test("a chart from an address without TLS is fetched only when the person agrees", async () => {
  const settings = { chart: "http://charts.example.org/cop.tgz" };
  const { told, seen } = await after({}, { confirm: false, settings });
  assert.deepEqual(told, [
    "confirm: Fetch the chart without TLS? [Fetch Without TLS]",
    "  http://charts.example.org/cop.tgz",
    "  Without TLS, anyone in between can change what is installed.",
  ]);
  assert.ok(!seen.some((line) => line.startsWith("run: ")));
  const agreed = await after({}, { ...CONFIRM, settings });
  assert.ok(agreed.told.includes(UPGRADE), agreed.told.join("\n"));
});

test("an archive of this machine is copied, so that the one that was confirmed is installed", async () => {
  const world: World = {
    ...CONFIRM,
    settings: { chart: "./cop.tgz" },
    files: { "/home/me/deploy/cop.tgz": "" },
  };
  const { told, seen } = await after({}, world);
  assert.ok(seen.includes("copied: /home/me/deploy/cop.tgz"));
  assert.ok(told.includes(UPGRADE), told.join("\n"));
});

test("nothing is started if the kept chart is not the one that was shown", async () => {
  const { told } = await after({}, { ...CONFIRM, tampered: true });
  assert.equal(
    told.at(-1),
    "warn: Nothing was started, because something changed after you confirmed. The stored chart is no longer the one that you confirmed. [Start Again]",
  );
});

test("nothing is changed when it is not confirmed", async () => {
  const { told } = await after({});
  assert.ok(!told.some((line) => line.startsWith("run:")));
});

test("the changes can be viewed first, and then the question comes again", async () => {
  const planned = `${config(2)}---\n${SECRET}`;
  const world = { choose: ["Preview Changes", "Upgrade"], press: "Upgrade...", pick: "All" };
  const { told, seen } = await after({ histories: [[DEPLOYED]], planned }, world);
  const shown = told.filter((line) => /^(confirm|pick|diffs?|info|run):|^ {2}(ConfigMap|Secret)/.test(line));
  assert.deepEqual(shown.slice(0, 7), [
    "confirm: Upgrade cap-operator in dev? [Upgrade] [Preview Changes] [Read Details] [Change Context...]",
    "pick: CAP Operator: Preview Installation | 2 objects: 1 new, 1 changed; 2 not tested",
    'diffs: "cap-operator in dev: revision 3 ↔ dry run"',
    "  ConfigMap/cop: changed",
    "  Secret/cop: new",
    "info: Upgrade cap-operator in dev? [Upgrade...]",
    "confirm: Upgrade cap-operator in dev? [Upgrade] [Preview Changes] [Read Details] [Change Context...]",
  ]);
  assert.equal(shown[7], UPGRADE);
  assert.ok(!seen.join("\n").includes("c2VzYW1l"), "the Secret is shown nowhere");
});

for (const [what, file, change] of [
  [
    "the server of the context",
    { "/home/me/.kube/config": KUBECONFIG.replace("dev:6443", "elsewhere") },
    'The context "dev" now points to https://elsewhere, not to https://dev:6443.',
  ],
  ["a values file", { [VALUES]: "controller: {}\n" }, "values.yaml changed on disk in the meantime."],
] as const) {
  test(`when ${what} changes after the question, nothing is started`, async () => {
    const world = helmWorld({}, CONFIRM);
    let files: Readonly<Record<string, string>> = world.files ?? {};
    const ports = fakePorts(world);
    const { choose } = ports.dialogs;
    const changing = {
      ...ports,
      files: { ...ports.files, read: async (path: string) => files[path] },
      dialogs: {
        ...ports.dialogs,
        async choose(...asked: Parameters<typeof choose>) {
          files = { ...files, ...file };
          return choose(...asked);
        },
      },
    };
    await install.run(changing);
    assert.deepEqual(told(ports.seen).slice(-1), [
      `warn: Nothing was started, because something changed after you confirmed. ${change} [Start Again]`,
    ]);
    assert.ok(!told(ports.seen).some((line) => line.startsWith("run:")));
  });
}

test("when somebody else upgrades the release after the question, nothing is started", async () => {
  const histories = [[DEPLOYED], [{ revision: 4, status: "deployed" }]];
  const { told } = await after({ histories }, CONFIRM);
  assert.equal(
    told.at(-1),
    "warn: Nothing was started, because something changed after you confirmed. cap-operator was changed in the meantime: revision 3 (deployed) before, revision 4 (deployed) now. [Start Again]",
  );
});

test("in an untrusted workspace, no cluster is asked anything", async () => {
  assert.deepEqual((await after({}, { untrusted: true })).seen, ["trust refused"]);
});

test("errors in the values stop it, and buttons lead to them", async () => {
  const start = { line: 4, character: 2 };
  const problems = [
    { uri: OPEN, severity: "warning", message: "This is odd." },
    { uri: OPEN, range: { start, end: start }, severity: "error", message: "This is no number." },
    { severity: "error", message: "The values file b.yaml is missing." },
  ] as const;
  const { seen } = await after({}, { problems, press: "Go to First Error" });
  assert.deepEqual(seen, [
    "error: 2 errors found in the values, so nothing was started. values.yaml:5: This is no number. [Go to First Error] [Show Problems]",
    `opened: ${OPEN} at 4:2`,
  ]);
  const single = await after({}, { problems: problems.slice(2), press: "Show Problems" });
  assert.deepEqual(single.seen, [
    "error: 1 error found in the values, so nothing was started. The values file b.yaml is missing. [Show Problems]",
    "problems shown",
  ]);
});

test("errors that nobody is certain to refuse can be installed all the same, after a question", async () => {
  const start = { line: 4, character: 2 };
  const range = { start, end: start };
  const error = {
    uri: OPEN,
    range,
    severity: "error",
    message: "This is no number.",
    isUnproven: true,
  } as const;
  const question = [
    "confirm: 1 error found in the values. Install anyway? [Go to First Error] [Show Problems] [Install Anyway]",
    "  values.yaml:5: This is no number.",
    "  Helm and the cluster may still accept it.",
  ];
  const looked = await after({}, { problems: [error], choose: ["Go to First Error"] });
  assert.deepEqual(looked.seen, [...question, `opened: ${OPEN} at 4:2`]);
  const dismissed = await after({}, { problems: [error] });
  assert.deepEqual(dismissed.seen, question);
  const { seen } = await after({}, { problems: [error], choose: ["Install Anyway"] });
  assert.deepEqual(seen.slice(0, 3), question);
  assert.ok(seen.length > 3, "it goes on");
  const certain = { severity: "error", message: "It cannot be read." } as const;
  const refused = await after({}, { problems: [error, certain] });
  assert.match(refused.seen[0] ?? "", /^error: 2 errors found in the values, so nothing was started/);
});

test("warnings are counted in the question, and listed on the page", async () => {
  const warning = (line: number) => {
    const position = { line, character: 0 };
    return {
      uri: OPEN,
      range: { start: position, end: position },
      severity: "warning",
      message: `No. ${line}.`,
    } as const;
  };
  const problems = [0, 1, 2, 3, 4, 5, 6].map(warning);
  const { told, seen } = await after({}, { problems });
  assert.ok(told.includes("  Warnings in the values: 7"));
  const from = pageOf(seen).indexOf("## Warnings in the values") + 2;
  const listed = problems.map(({ message }, line) => `- values.yaml:${line + 1}: ${message}`);
  assert.deepEqual(pageOf(seen).slice(from, from + 7), listed);
});

test("unsaved files are saved first, if the person wants that", async () => {
  const world = { unsaved: [OPEN] };
  const asked = [
    "confirm: values.yaml has unsaved changes. [Save and Continue]",
    "  Helm reads the saved file.",
  ];
  assert.deepEqual((await after({}, world)).seen, asked);
  const { told } = await after({}, { ...world, ...CONFIRM });
  assert.deepEqual(told.slice(0, 3), [...asked, `saved: ${OPEN}`]);
  assert.ok(told.includes(UPGRADE));
});

test("a new file is saved first, and installed from where it then is", async () => {
  const world = { file: { uri: "untitled:Untitled-1", name: "Untitled-1", isUntitled: true } };
  const asked = [
    "confirm: Untitled-1 has not been saved yet. [Save and Continue]",
    "  Helm reads the saved file.",
  ];
  assert.deepEqual((await after({}, world)).seen, asked);
  const { told } = await after({}, { ...world, ...CONFIRM, savedAs: OPEN });
  assert.deepEqual(told.slice(0, 3), [...asked, "saved: untitled:Untitled-1"]);
  assert.ok(told.includes(UPGRADE), told.join("\n"));
});

test("a new file that the person does not save is not installed, and nothing more is said", async () => {
  const world = { ...CONFIRM, file: { uri: "untitled:Untitled-1", name: "Untitled-1", isUntitled: true } };
  assert.deepEqual((await after({}, world)).seen.slice(2), ["saved: untitled:Untitled-1"]);
});

test("a new file that is saved as a release's file installs that release", async () => {
  const release: ReleaseSummary = { id: "cop", name: "cop", namespace: "cop", values: [OPEN], sets: [] };
  const file = { uri: "untitled:Untitled-1", name: "Untitled-1", isUntitled: true };
  const { told } = await after({}, { file, releases: [release], savedAs: OPEN, ...CONFIRM });
  assert.ok(
    told.some((line) => line.startsWith("confirm: Install cop in dev?")),
    told.join("\n"),
  );
});

test("a release that takes only a part of a file cannot be installed, and Helm is not started", async () => {
  const values = [OPEN, "file:///ws/apps/cop.yaml#spec.values"];
  const release: ReleaseSummary = { id: "cop", name: "cop", values, sets: [] };
  const { seen } = await after({}, { releases: [release], ...CONFIRM });
  assert.deepEqual(seen, [
    "error: Helm can only be given whole files, but this release takes only spec.values of cop.yaml. Move these values to a file of their own, or leave the installation to the product that reads them there.",
  ]);
});

test("a file that is not on disk, or gone from it, cannot be installed", async () => {
  const untitled = await after({}, { file: { uri: "untitled:Untitled-1", name: "Untitled-1" } });
  assert.deepEqual(untitled.seen, [
    "error: Untitled-1 is not a file on this machine, so Helm cannot read it. Save it to a file on this machine first.",
  ]);
  const gone = await after({}, { file: { uri: "file:///gone.yaml" } });
  assert.deepEqual(gone.seen, ["error: The values file /gone.yaml cannot be read. Check that it exists."]);
});

test("without a values file, the two required values are asked for, and passed to Helm without a file", async () => {
  const required = [
    { role: "domain", path: "subscriptionServer.domain", form: "<subdomain>.<cluster_domain>" },
    {
      role: "dnsTarget",
      path: "subscriptionServer.dnsTarget",
      form: "<public_ingress_subdomain>.<cluster_domain>",
    },
  ] as const;
  const world: World = {
    ...CONFIRM,
    file: undefined,
    facts: { required },
    pick: ["Enter domain", "Install with them"],
    input: ["gateway.example.org", "cop.example.org"],
  };
  const { told, seen } = await after({}, world);
  assert.deepEqual(told.slice(0, 4), [
    "pick: CAP Operator: Install CAP Operator | No values file is open. Select what to install",
    "input: CAP Operator: Install CAP Operator | DNS target of the public ingress gateway, in the form <public_ingress_subdomain>.<cluster_domain>. None found in dev",
    "input: CAP Operator: Install CAP Operator | Domain of the subscription server, in the form <subdomain>.<cluster_domain>. None found in dev",
    "pick: CAP Operator: Install CAP Operator | Select what to do with these values",
  ]);
  assert.ok(pageOf(seen).includes("No file."));
  assert.ok(
    told.includes(
      UPGRADE.replace(
        `--values ${VALUES}`,
        "--set-string subscriptionServer.dnsTarget=gateway.example.org --set-string subscriptionServer.domain=cop.example.org",
      ),
    ),
    told.join("\n"),
  );
});

test("the asked values can be kept in a new values file instead", async () => {
  const required = [{ role: "domain", path: "subscriptionServer.domain", form: "<domain>" }] as const;
  const file = "/home/me/deploy/cap-operator-values.yaml";
  const { told } = await after(
    {},
    {
      ...CONFIRM,
      file: undefined,
      facts: { required },
      pick: ["Enter domain", "new values file"],
      input: ["cop.example.org"],
      files: { [file]: "written" },
    },
  );
  assert.deepEqual(told.slice(3, 5), [
    'save: cap-operator-values.yaml "# cap-operator: values\\nsubscriptionServer:\\n  domain: cop.example.org\\n"',
    `opened: file://${file}`,
  ]);
  assert.ok(told.includes(UPGRADE.replace(VALUES, file)), told.join("\n"));
});

for (const [text, problem] of [
  ["", "This value is required."],
  [
    "<x>.example.org",
    "Enter a host name: lowercase letters, digits and hyphens, with dots between its parts.",
  ],
] as const) {
  test(`"${text}" is not taken for a host`, async () => {
    const required = [{ role: "domain", path: "a.b", form: "<domain>" }] as const;
    const world = { file: undefined, facts: { required }, pick: "Enter domain", input: [text] };
    assert.equal((await after({}, world)).told.at(-1), `input refused: ${problem}`);
  });
}

test("a foreign file is not installed by mistake: the person picks what to install", async () => {
  const { told, choices } = await after({}, { status: FOREIGN });
  assert.deepEqual(told, [
    "pick: CAP Operator: Install CAP Operator | values.yaml is not treated as a values file. Select what to install",
  ]);
  assert.deepEqual(
    choices.map(({ label }) => label),
    ["$(edit) Enter domain and DNS target"],
  );
});

test("if a file is ours only by its name, the person says that it is the right one", async () => {
  const { told, choices } = await after(
    {},
    { status: LIKELY, workspace: { "deploy/values.yaml": "likely" } },
  );
  assert.deepEqual(told, [
    "pick: CAP Operator: Install CAP Operator | Nothing in values.yaml shows that it is for CAP Operator. Select what to install",
  ]);
  assert.deepEqual(
    choices.map(({ label, description }) => `${label} | ${description}`),
    [
      "$(file) values.yaml | a values file by its name only",
      "$(edit) Enter domain and DNS target | cap-operator-system",
    ],
  );
  const picked = await after({}, { ...CONFIRM, status: LIKELY, pick: "values.yaml" });
  assert.ok(picked.told.includes(UPGRADE), picked.told.join("\n"));
});

test("without a values file in front, the one that was used last is installed", async () => {
  const { told } = await after(
    {},
    { ...CONFIRM, file: { uri: "file:///main.go", isYaml: false }, recent: { [OPEN]: "values" } },
  );
  assert.equal(told[0], `opened: ${OPEN}`);
  assert.ok(told.includes(UPGRADE), told.join("\n"));
});

test("without any values file open, those of the workspace can be picked", async () => {
  const world: World = { file: undefined, workspace: { "deploy/values.yaml": "values" }, ...CONFIRM };
  const { told, choices } = await after({}, { ...world, pick: "values.yaml" });
  assert.deepEqual(
    choices.map(({ label }) => label),
    ["$(file) values.yaml", "$(edit) Enter domain and DNS target"],
  );
  assert.equal(told[1], `opened: ${OPEN}`);
  assert.ok(told.includes(UPGRADE), told.join("\n"));
});

test("the chart of the project is taken where the editor sets none, without a question", async () => {
  const project = { chart: CHART };
  const { told } = await after({}, { ...CONFIRM, settings: { chart: "" }, project });
  assert.ok(!told.some((line) => /^(?:input|pick)/.test(line) && line.includes("chart")), told.join("\n"));
  assert.ok(told.includes(UPGRADE), told.join("\n"));
  const ofProject = await after({}, { ...CONFIRM, project: { chart: "oci://registry.example.org/other" } });
  assert.ok(ofProject.told.includes(UPGRADE), ofProject.told.join("\n"));
});

test("a missing chart of the settings stops it before anything is run", async () => {
  const { seen } = await after({}, { settings: { chart: "./chart" } });
  assert.deepEqual(seen, [
    "error: No chart found at /home/me/deploy/chart. Check the setting capOperator.chart, or the chart of the release. [Open Settings]",
  ]);
});

for (const [release, namespace, name] of [
  ["Cop", "ops", '"Cop" is not a valid release name'],
  ["-f", "ops", '"-f" is not a valid release name'],
  ["cop", "my_ns", '"my_ns" is not a valid namespace name'],
] as const) {
  test(`${name}`, async () => {
    const { seen } = await after({}, { settings: { releaseName: release, namespace } });
    assert.equal(seen.length, 1);
    assert.match(seen[0] ?? "", new RegExp(`^error: ${name}.*\\[Open Settings\\]$`));
  });
}
