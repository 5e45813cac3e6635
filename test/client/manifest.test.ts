import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { languagesOf, readManifest } from "../../build/readable-manifest.ts";
import { COMMANDS } from "../../client/commands/command-table.ts";
import { ACHIEVEMENTS, contextKey, WALKTHROUGH_ID } from "../../client/ports/walkthrough.ts";
import { buildSettingsSchema, buildSeveritySchema } from "../../schemas/severity-schema.ts";
import { RULES } from "../../server/core/rules/table.ts";

interface Setting {
  readonly default: unknown;
  readonly order?: number;
  readonly type: string;
  readonly scope?: string;
  readonly markdownDescription?: string;
  readonly enum?: readonly string[];
  readonly markdownEnumDescriptions?: readonly string[];
  readonly properties?: Readonly<Record<string, Setting>>;
  readonly additionalProperties?: object;
  readonly items?: object;
  readonly examples?: readonly unknown[];
}

interface MenuEntry {
  readonly command: string;
  readonly when?: string;
  readonly group?: string;
}

interface ViewEntry {
  readonly id: string;
  readonly icon: string;
  readonly when?: string;
}

interface LanguageEntry {
  readonly id: string;
}

interface WalkthroughStep {
  readonly description: string;
  readonly media: { readonly svg: string; readonly altText: string };
  readonly completionEvents: readonly string[];
}

interface Manifest {
  readonly displayName: string;
  readonly icon: string;
  readonly description: string;
  readonly preview?: boolean;
  readonly keywords: readonly string[];
  readonly categories: readonly string[];
  readonly activationEvents: readonly string[];
  readonly capabilities: {
    readonly untrustedWorkspaces: {
      readonly supported: string;
      readonly restrictedConfigurations: readonly string[];
    };
  };
  readonly contributes: Readonly<Record<string, unknown>> & {
    readonly jsonValidation: readonly { readonly url: string }[];
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly category: string;
      readonly icon?: string;
    }[];
    readonly viewsContainers: { readonly activitybar: readonly { readonly icon: string }[] };
    readonly views: { readonly capOperator: readonly [ViewEntry, ...ViewEntry[]] };
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string }[];
    readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
    readonly configuration: readonly {
      readonly id: string;
      readonly title: string;
      readonly properties: Readonly<Record<string, Setting>>;
    }[];
    readonly configurationDefaults: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly languages: readonly [LanguageEntry, ...LanguageEntry[]];
    readonly grammars: readonly { readonly language: string }[];
    readonly walkthroughs: readonly { readonly id: string; readonly steps: readonly WalkthroughStep[] }[];
  };
}

const root = new URL("../../", import.meta.url);
const manifest = readManifest<Manifest>(fileURLToPath(root));
const { commands, menus, configuration, walkthroughs } = manifest.contributes;
const settings = Object.fromEntries(configuration.flatMap(({ properties }) => Object.entries(properties)));

test("every setting is documented, and so is every value of it", () => {
  for (const [name, setting] of Object.entries(settings)) {
    assert.match(setting.markdownDescription ?? "", /\w.*\.$/s, name);
    if (setting.enum) assert.equal(setting.markdownEnumDescriptions?.length, setting.enum.length, name);
  }
});

test("settings are in six sections, in the order of the manifest", () => {
  assert.deepEqual(
    configuration.map(({ title }) => title),
    ["Files", "Editing", "Diagnostics", "Releases", "Installation", "Tools"],
  );
  // By this, the settings editor leaves the section out of their names, which it would write as "Cap Operator".
  for (const { id } of configuration) assert.equal(id, "capOperator");
  const orders = Object.values(settings).map(({ order = 0 }) => order);
  assert.deepEqual(
    orders,
    [...new Set(orders)].sort((a, b) => a - b),
  );
});

test("the severity setting takes any code, and a schema for the files with settings lists the rules", () => {
  const setting = settings["capOperator.diagnostics.severity"];
  const levels = ["error", "warning", "information", "hint", "off"];
  assert.deepEqual(
    [setting?.additionalProperties, setting?.properties],
    [{ type: "string", enum: levels }, undefined],
  );
  const [validation] = manifest.contributes.jsonValidation;
  assert.equal(validation?.url, "./dist/schemas/settings.schema.json");
  assert.deepEqual(buildSettingsSchema(RULES).properties, {
    "capOperator.diagnostics.severity": buildSeveritySchema(RULES),
  });
  for (const { code, severity, docs } of RULES) {
    const description = `${docs.what} Reported as \`${severity}\` unless set here.`;
    assert.deepEqual(buildSeveritySchema(RULES).properties[code], {
      type: "string",
      enum: levels,
      description,
    });
  }
});

test("every command of the manifest is registered, and the other way round", () => {
  assert.deepEqual(
    commands.map(({ command }) => command),
    COMMANDS.map(({ id }) => id),
  );
});

test("commands are in one category; those that ask something end in dots", () => {
  for (const { title, category } of commands) assert.equal(category, "CAP Operator", title);
  const asking = commands.filter(({ title }) => title.endsWith("...")).map(({ command }) => command);
  assert.deepEqual(asking, [
    "capOperator.valuesFromRelease",
    "capOperator.insertSnippet",
    "capOperator.insertCertificate",
    "capOperator.compareValues",
    "capOperator.compareWithCluster",
    "capOperator.fillDomain",
    "capOperator.install",
    "capOperator.upgrade",
    "capOperator.rollBack",
    "capOperator.uninstall",
    "capOperator.installWithManager",
    "capOperator.applyOperatorResource",
    "capOperator.changeContext",
    "capOperator.changeFileStatus",
    "capOperator.useChart",
    "capOperator.upgradeValues",
  ]);
});

/** Shown only in the title of a preview, and only where that is the active editor. */
const ofPreview =
  /^capOperator\.next == (install|rollBack) && \(resourceScheme == cap-operator-page \|\| activeEditor == multiDiffEditor\)/;

test("the title of a preview offers to continue from it", () => {
  const offered = (menus["editor/title"] ?? []).filter(({ when = "" }) => ofPreview.test(when));
  assert.deepEqual(
    offered.map(({ command, when = "" }) => [ofPreview.exec(when)?.[1], command]),
    [
      ["install", "capOperator.install"],
      ["install", "capOperator.checkPrerequisites"],
      ["rollBack", "capOperator.rollBack"],
    ],
  );
});

test("menus name commands that exist, and touch an editor only when what it shows is ours", () => {
  const known = new Set(commands.map(({ command }) => command));
  for (const [menu, entries] of Object.entries(menus)) {
    for (const { command, when } of entries) {
      assert.ok(known.has(command), command);
      if (menu.startsWith("editor/") && !ofPreview.test(when ?? ""))
        assert.match(
          when ?? "",
          /^(capOperator\.fileKind( == (values|operator))? && editorLangId == yaml|resourceScheme == cap-operator-effective && !isInDiffEditor)/,
        );
    }
  }
});

/** The commands that reach a cluster or run programs. */
function clusterCommands(): string[] {
  return COMMANDS.filter(({ needsTrust }) => needsTrust)
    .map(({ id }) => String(id))
    .sort();
}

const ON_MACHINE = "!virtualWorkspace && (!isWeb || remoteName)";
/** The commands that the palette has at some times only: what ends something, or answers a question about the file in front. */
const AT_TIMES: Readonly<Record<string, string>> = {
  confirmValuesFile: "capOperator.fileLikely",
  disownFile: "capOperator.fileLikely",
  cancelRefresh: `capOperator.viewBusy && ${ON_MACHINE}`,
  checkWorkspace: `${ON_MACHINE} && workspaceFolderCount > 0`,
  clearWorkspaceCheck: `${ON_MACHINE} && workspaceFolderCount > 0 && capOperator.workspaceChecked`,
};

test("the palette hides no command because a file, a kubeconfig or a release is missing", () => {
  const programs = Object.fromEntries(clusterCommands().map((id) => [id, ON_MACHINE]));
  const others = Object.entries(AT_TIMES).map(([name, when]) => [`capOperator.${name}`, when]);
  assert.deepEqual(
    Object.fromEntries((menus.commandPalette ?? []).map(({ command, when }) => [command, when])),
    { ...programs, ...Object.fromEntries(others) },
  );
});

/** The commands whose title has the words of a query in their order, as the palette finds them (`matchesWords` in VS Code's `filters.ts`). */
function inPalette(query: string): readonly string[] {
  const wordsOf = (text: string) => text.toLowerCase().match(/[a-z]+/g) ?? [];
  return commands
    .map(({ category, title }) => `${category}: ${title}`)
    .filter((shown) => {
      const words = wordsOf(shown);
      let from = 0;
      return wordsOf(query).every((wanted) => {
        const position = words.findIndex((word, index) => index >= from && word.startsWith(wanted));
        from = position + 1;
        return position >= 0;
      });
    });
}

for (const [query, found] of [
  ["CAP Operator: Install CAP Operator...", "CAP Operator: Install CAP Operator..."],
  ["Install CAP Operator", "CAP Operator: Install CAP Operator..."],
  ["CAP Operator: Upgrade CAP Operator...", "CAP Operator: Upgrade CAP Operator..."],
  ["upgrade cap operator", "CAP Operator: Upgrade CAP Operator..."],
  ["certificate", "CAP Operator: Insert Snippet: Certificate..."],
] as const) {
  test(`"${query}" finds one command`, () => assert.deepEqual(inPalette(query), [found]));
}

test("words of what one wants find the command among few", () => {
  assert.ok(inPalette("upgrade").includes("CAP Operator: Upgrade CAP Operator..."));
  assert.ok(inPalette("cap install").includes("CAP Operator: Install CAP Operator..."));
  assert.ok(inPalette("insert snippet").includes("CAP Operator: Insert Snippet..."));
});

test("the explorer offers on files that are named as values what needs no open editor", () => {
  const entries = menus["explorer/context"] ?? [];
  assert.deepEqual(
    entries.map(({ command }) => command),
    ["capOperator.showEffectiveValues", "capOperator.checkWorkspace"],
  );
  for (const { when = "" } of entries) {
    const [, pattern = "", flags] = /^resourceFilename =~ \/(.*)\/(i)/.exec(when) ?? [];
    const named = new RegExp(pattern, flags);
    for (const file of ["values.yaml", "Values-prod.yml", "cap-operator-values.yaml"])
      assert.match(file, named);
    for (const file of ["values.json", "deployment.yaml", "values.yaml.gotmpl"])
      assert.doesNotMatch(file, named);
  }
});

const notVirtual = /(^|&& )!virtualWorkspace && \(!isWeb \|\| remoteName\)$/;

test("what reaches a cluster or runs a program is offered nowhere in a virtual workspace or a browser without a machine", () => {
  const clustered = clusterCommands();
  assert.deepEqual(clustered, [
    "capOperator.applyOperatorResource",
    "capOperator.changeContext",
    "capOperator.checkPrerequisites",
    "capOperator.compareWithCluster",
    "capOperator.fetchChart",
    "capOperator.fillDomain",
    "capOperator.install",
    "capOperator.installWithManager",
    "capOperator.previewInstallation",
    "capOperator.refreshView",
    "capOperator.rollBack",
    "capOperator.showHistory",
    "capOperator.showRenderedObjects",
    "capOperator.showStatus",
    "capOperator.uninstall",
    "capOperator.upgrade",
    "capOperator.valuesFromRelease",
  ]);
  const hidden = (menus.commandPalette ?? []).filter(({ when = "" }) => notVirtual.test(when));
  assert.deepEqual(
    hidden.map(({ command }) => command).sort(),
    [...clustered, "capOperator.cancelRefresh"].sort(),
  );
  const [view, instead] = manifest.contributes.views.capOperator;
  assert.match(view.when ?? "", notVirtual);
  assert.equal(instead?.when, "virtualWorkspace || isWeb && !remoteName");
  for (const [menu, entries] of Object.entries(menus)) {
    // The view's menus do not exist without the view.
    if (menu.startsWith("view/")) continue;
    for (const { command, when = "" } of entries) {
      if (clustered.includes(command)) assert.match(when, notVirtual, `${menu}: ${command}`);
    }
  }
});

test("menus of an editor offer to install values files that Helm can read once they are saved, and to apply operator resources", () => {
  const readable = "resourceScheme =~ /^(file|vscode-remote|untitled)$/";
  for (const menu of ["editor/title", "editor/context"]) {
    for (const { command, when = "" } of menus[menu] ?? []) {
      if (!clusterCommands().includes(command) || ofPreview.test(when)) continue;
      const kind = command === "capOperator.applyOperatorResource" ? "operator" : "values";
      assert.ok(when.startsWith(`capOperator.fileKind == ${kind} &&`), command);
      assert.ok(when.includes("!isInDiffEditor"), command);
      const needsFile = /\.(install|previewInstallation)$/.test(command);
      assert.equal(when.includes(readable), needsFile, command);
    }
  }
});

test("only values files have effective values", () => {
  const { "explorer/context": _, ...ofEditors } = menus;
  for (const { command, when } of Object.values(ofEditors).flat()) {
    if (command === "capOperator.showEffectiveValues")
      assert.match(
        when ?? "",
        /^(capOperator\.fileKind == values|resourceScheme == cap-operator-effective) /,
      );
  }
});

test("the view has an icon, says what to do while it is empty, and its menus are its own", () => {
  const { viewsContainers, views, viewsWelcome } = manifest.contributes;
  const [view, instead, ...others] = views.capOperator;
  assert.deepEqual(others, []);
  for (const { icon } of [view, ...viewsContainers.activitybar])
    assert.ok(existsSync(new URL(icon, root)), icon);
  assert.deepEqual(
    viewsWelcome.map((welcome) => welcome.view),
    [instead?.id, view.id],
  );
  const known = new Set(commands.map(({ command }) => command));
  for (const { contents } of viewsWelcome.filter((welcome) => welcome.view === view.id)) {
    const linked = [...contents.matchAll(/\(command:([\w.]+)\)/g)].map(([, command]) => command ?? "");
    assert.ok(linked.includes("capOperator.refreshView"));
    for (const command of linked) assert.ok(known.has(command), command);
  }
  for (const menu of ["view/title", "view/item/context"]) {
    for (const { when } of menus[menu] ?? []) assert.match(when ?? "", /^view == capOperator\.cluster\b/);
  }
});

test("a command that is offered as an icon has an icon", () => {
  for (const menu of ["view/title", "view/item/context", "editor/title"]) {
    for (const { command, group = "" } of menus[menu] ?? []) {
      if (!/^(navigation|inline)/.test(group)) continue;
      assert.match(
        commands.find((known) => known.command === command)?.icon ?? "",
        /^\$\([a-z-]+\)$/,
        command,
      );
    }
  }
});

const releases = settings["capOperator.releases"] ?? assert.fail("no releases");
// A validator need not know about keywords for presentation.
const isReleases = new Ajv({ strict: false }).compile({ type: releases.type, items: releases.items });

test("the setting for releases accepts a complete release, its own examples, and a name alone", () => {
  const full = {
    name: "cop.prod-1",
    namespace: "cap-operator-system",
    chart: "oci://registry.example.org/charts/cap-operator",
    version: "1.2.3",
    values: ["values.yaml", "../shared/values.yaml"],
    set: ["a.b=1,c=2"],
    setString: ["image.tag=1.10"],
    setJson: ['podLabels={"a":"b"}'],
    kubeContext: "admin@cluster",
  };
  for (const value of [[full], [{ name: "cop" }], [], ...(releases.examples ?? [])]) {
    assert.ok(isReleases(value), JSON.stringify(isReleases.errors));
  }
});

for (const release of [
  {},
  { name: "" },
  { name: "Cop" },
  { name: "x".repeat(54) },
  { name: "cop", namespace: "a.b" },
  { name: "cop", values: "values.yaml" },
  { name: "cop", valuesFiles: [] },
  { name: "cop", set: [1] },
]) {
  test(`the setting for releases underlines ${JSON.stringify(release)}`, () => {
    assert.equal(isReleases([release]), false);
  });
}

test("the editor's own settings are changed for the extension's own language only", () => {
  const { "[cap-operator-effective-values]": ofViews, ...others } =
    manifest.contributes.configurationDefaults;
  assert.deepEqual(others, {});
  assert.equal(ofViews?.["editor.wordWrap"], "off");
});

test("no file gets the language of effective values by its name: the extension sets it", () => {
  const [language, ...others] = manifest.contributes.languages;
  assert.deepEqual(others, []);
  assert.deepEqual(Object.keys(language), ["id", "aliases", "configuration", "icon"]);
  const selected = manifest.contributes.grammars.map((grammar) => grammar.language);
  assert.deepEqual(selected, [language.id]);
});

const steps = walkthroughs.flatMap((walkthrough) => walkthrough.steps);

test("the walkthrough's pictures exist, and its links lead to commands that exist", () => {
  const known = new Set(commands.map(({ command }) => command));
  const shown = new Set<string>();
  for (const { description, media } of steps) {
    assert.ok(existsSync(new URL(media.svg, root)), media.svg);
    assert.match(media.altText, /\w/, media.svg);
    shown.add(media.svg.replace(/^.*\//, ""));
    for (const [, command = ""] of description.matchAll(/\(command:([\w.]+)/g)) {
      assert.ok(known.has(command) || command.startsWith("workbench."), command);
    }
  }
  assert.deepEqual([...shown].sort(), readdirSync(new URL("client/media/walkthrough/", root)).sort());
});

test("there is one walkthrough, which the client opens by its name", () => {
  assert.deepEqual(
    walkthroughs.map(({ id }) => id),
    [WALKTHROUGH_ID],
  );
});

test("the walkthrough has five steps", () => {
  assert.equal(steps.length, 5);
});

test("each step of the walkthrough is ticked by what was achieved, never by a click", () => {
  assert.deepEqual(
    steps.map(({ completionEvents }) => completionEvents),
    ACHIEVEMENTS.map((what) => [`onContext:${contextKey(what)}`]),
  );
});

// The description of a step allows bold, italic and links.
test("the texts of the walkthrough hold nothing that would be shown raw", () => {
  for (const { description } of steps) assert.doesNotMatch(description, /`/);
});

/** The properties by which something is drawn in a color. */
const COLORS = /\b(?:fill|stroke|stop-color|flood-color)="([^"]*)"/g;

// The editor shows them in a page whose policy takes no style sheet and no style attribute of theirs
// (`GettingStartedDetailsRenderer.renderSVG` in VS Code).
test("the walkthrough's pictures follow the theme, and have no style that the editor would drop", () => {
  for (const { media } of steps) {
    const picture = readFileSync(new URL(media.svg, root), "utf8");
    const colors = [...picture.matchAll(COLORS)].map(([, color = ""]) => color);
    assert.ok(colors.length > 0, media.svg);
    for (const color of colors) assert.match(color, /^(?:none|var\(--vscode-[\w-]+\))$/, media.svg);
    assert.doesNotMatch(picture, /<style|\sstyle=|<script|<image|href=|#[\da-f]{3,8}\b/i, media.svg);
  }
});

test("nothing is offered twice: snippets and schemas come from the language server alone", () => {
  for (const point of ["snippets", "yamlValidation"]) {
    assert.ok(!(point in manifest.contributes), point);
  }
});

test("the extension is activated by a document of YAML or Terraform, a command or its own page that a reload restores, never at start-up", () => {
  // The editor asks for the provider of a scheme's documents with the event of its file system (`TextModelResolverService`).
  assert.deepEqual(manifest.activationEvents, [
    "onLanguage:yaml",
    "onLanguage:terraform",
    "onLanguage:opentofu",
    "onFileSystem:cap-operator-page",
  ]);
});

test("lists of extensions show the whole description, which begins with what people search for", () => {
  for (const language of [undefined, ...languagesOf(fileURLToPath(root))]) {
    const { description } = readManifest<Manifest>(fileURLToPath(root), language);
    assert.ok(description.length < 100, description);
    assert.match(description, /^Helm.[Vv]alues (?:for|für) SAP CAP Operator: /);
  }
});

// The Marketplace takes thirty at most, and the packer adds some of its own.
test("the extension has a name of its own, and not that of the operator", () => {
  assert.equal(manifest.displayName, "CAP Operator Tools");
});

test("a search finds the extension by the words of its users", () => {
  const { keywords, categories, preview } = manifest;
  assert.ok(keywords.length <= 25 && new Set(keywords).size === keywords.length, String(keywords.length));
  const wanted = [
    "btp",
    "sap btp",
    "cap",
    "multitenancy",
    "istio",
    "helm values",
    "k8s",
    "schema",
    "mcp",
    "install",
    "operator",
  ];
  assert.deepEqual(
    wanted.filter((word) => !keywords.includes(word)),
    [],
  );
  assert.deepEqual(categories, ["Programming Languages", "Linters", "Formatters", "Snippets", "AI", "Other"]);
  // The version says it: an odd minor version is a pre-release.
  assert.equal(preview, undefined);
});

test("the icon is a PNG of at least 128 by 128", () => {
  const icon = readFileSync(new URL(manifest.icon, root));
  assert.equal(icon.toString("latin1", 1, 4), "PNG");
  assert.ok(icon.readUInt32BE(16) >= 128 && icon.readUInt32BE(20) >= 128);
});

test("no title repeats its category, in any language, but the two that people look up by it", () => {
  const looked = ["capOperator.install", "capOperator.upgrade"];
  for (const language of [undefined, ...languagesOf(fileURLToPath(root))]) {
    const { contributes } = readManifest<Manifest>(fileURLToPath(root), language);
    const repeating = contributes.commands.filter(({ title }) => /CAP.Operator/.test(title));
    assert.deepEqual(
      repeating.map(({ command }) => command),
      looked,
      language,
    );
  }
});

test("a workspace that is not trusted does not decide what is installed, and how", () => {
  const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
  assert.equal(supported, "limited");
  const deciding =
    /^capOperator\.(agents|chart|install|releaseName|namespace|manager|protected|helmPath|kube)/;
  assert.deepEqual(
    [...restrictedConfigurations].sort(),
    Object.keys(settings)
      .filter((name) => deciding.test(name))
      .sort(),
  );
});

test("no workspace can set what is run on this machine, with which kubeconfig, and whether without TLS", () => {
  const ofMachine = Object.entries(settings).filter(([, { scope }]) => scope === "machine");
  assert.deepEqual(ofMachine.map(([name]) => name).sort(), [
    "capOperator.helmPath",
    "capOperator.install.plainHttp",
    "capOperator.kubeconfig",
    "capOperator.kubectlPath",
  ]);
});

test("folders can differ in what is about single files, and in nothing that is installed", () => {
  const ofFolders = Object.entries(settings).filter(([, { scope }]) => scope === "resource");
  assert.deepEqual(ofFolders.map(([name]) => name.replace("capOperator.", "")).sort(), [
    "completion.snippets",
    "diagnostics.enable",
    "diagnostics.severity",
    "excludeFiles",
    "files",
    "format.enable",
    "helmTemplate.enable",
    "indentOnPaste",
    "inlayHints",
    "maxFileSize",
  ]);
});

test("no workspace can have the content of files written to the log", () => {
  assert.equal(settings["capOperator.trace.server"]?.scope, "application");
});
