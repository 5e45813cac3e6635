/** The sections of the settings in their order. The text `settings.<section>` is the title of each. */
export const SECTIONS = ["files", "editing", "diagnostics", "releases", "installation", "tools"] as const;

/** The value of a setting as JSON Schema (draft-07) describes it, with its default. */
export interface SettingSchema {
  readonly type: "array" | "boolean" | "number" | "object" | "string";
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly items?: SettingSchema;
  readonly pattern?: string;
  readonly [keyword: string]: unknown;
}

/**
 * A setting. Its description is the text `setting.<name>` of the manifest, those of its choices are `setting.<name>.<choice>`, and what is
 * reported of a value that does not match its pattern is `setting.<name>.pattern`.
 */
export interface SettingRow {
  readonly section: (typeof SECTIONS)[number];
  /** The place among all settings in the manifest and in the settings editor. */
  readonly order: number;
  /** Each folder can have a value (`resource`), or only a person can set it (`machine`, `application`); otherwise, a workspace has one. */
  readonly scope?: "resource" | "machine" | "application";
  /** True if a project decides it, in its file; how an editor looks is each person's own. */
  readonly inProject?: true;
  /** True if a workspace that is not trusted cannot set it. */
  readonly restricted?: true;
  readonly schema: SettingSchema;
}

/** Settings by their names. A table in it has those whose names begin with its key and a dot. */
interface SettingTable {
  readonly [key: string]: SettingRow | SettingTable;
}

/** The severities that a person can give to a rule. */
export const SEVERITY_CHOICES = ["error", "warning", "information", "hint", "off"] as const;

const TEXTS = { type: "array", items: { type: "string", minLength: 1 }, default: [] } as const;

const RELEASE = {
  type: "object",
  required: ["name"],
  additionalProperties: false,
  properties: {
    name: {
      type: "string",
      maxLength: 53,
      pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$",
      patternErrorMessage: "%setting.releases.name.pattern%",
      markdownDescription: "%setting.releases.name%",
    },
    namespace: {
      type: "string",
      maxLength: 63,
      pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$",
      patternErrorMessage: "%setting.releases.namespace.pattern%",
      markdownDescription: "%setting.releases.namespace%",
    },
    chart: {
      type: "string",
      minLength: 1,
      markdownDescription: "%setting.releases.chart%",
      examples: ["./charts/cap-operator", "oci://registry.example.org/charts/cap-operator"],
    },
    version: { type: "string", minLength: 1, markdownDescription: "%setting.releases.version%" },
    values: {
      ...TEXTS,
      examples: [["values.yaml", "values-production.yaml"]],
      markdownDescription: "%setting.releases.values%",
    },
    set: {
      ...TEXTS,
      examples: [["controller.replicas=3"]],
      markdownDescription: "%setting.releases.set%",
    },
    setString: {
      ...TEXTS,
      examples: [["image.tag=1.10"]],
      markdownDescription: "%setting.releases.setString%",
    },
    setJson: {
      ...TEXTS,
      examples: [['podLabels={"environment":"test"}']],
      markdownDescription: "%setting.releases.setJson%",
    },
    kubeContext: { type: "string", minLength: 1, markdownDescription: "%setting.releases.kubeContext%" },
  },
  defaultSnippets: [
    {
      label: "%setting.releases.item.snippet1.label%",
      description: "%setting.releases.item.snippet1%",
      body: {
        name: "${1:cap-operator}",
        namespace: "${2:cap-operator-system}",
        values: ["${3:values.yaml}"],
      },
    },
    {
      label: "%setting.releases.item.snippet2.label%",
      description: "%setting.releases.item.snippet2%",
      body: {
        name: "${1:cap-operator}",
        namespace: "${2:cap-operator-system}",
        values: ["${3:values.yaml}", "${4:values-production.yaml}"],
        set: ["${5:controller.replicas=2}"],
      },
    },
  ],
} as const;

/** The settings that the language server reads, and some of them the extension, too; what is wrong with several is reported in this order. */
export const SERVER_SETTINGS = {
  /** Globs of files that are values files of this operator. */
  files: {
    section: "files",
    order: 10,
    scope: "resource",
    inProject: true,
    schema: {
      type: "array",
      items: { type: "string" },
      uniqueItems: true,
      default: ["**/cap-operator*values*.yaml", "**/cap-operator*values*.yml"],
    },
  },
  /** Globs of files that are not, whatever they hold. */
  excludeFiles: {
    section: "files",
    order: 20,
    scope: "resource",
    inProject: true,
    schema: { type: "array", items: { type: "string" }, uniqueItems: true, default: [] },
  },
  completion: {
    snippets: {
      section: "editing",
      order: 40,
      scope: "resource",
      schema: { type: "boolean", default: true },
    },
  },
  diagnostics: {
    enable: {
      section: "diagnostics",
      order: 90,
      scope: "resource",
      inProject: true,
      schema: { type: "boolean", default: true },
    },
    /** The severities of rules by their codes. */
    severity: {
      section: "diagnostics",
      order: 100,
      scope: "resource",
      inProject: true,
      schema: {
        type: "object",
        default: {},
        additionalProperties: { type: "string", enum: SEVERITY_CHOICES },
      },
    },
  },
  format: {
    enable: {
      section: "editing",
      order: 70,
      scope: "resource",
      inProject: true,
      schema: { type: "boolean", default: true },
    },
  },
  /** Files larger than this are left alone, with a message. In megabytes. */
  maxFileSize: {
    section: "files",
    order: 30,
    scope: "resource",
    inProject: true,
    schema: { type: "number", minimum: 0.1, default: 8 },
  },
  releases: {
    section: "releases",
    order: 110,
    inProject: true,
    schema: {
      type: "array",
      default: [],
      items: RELEASE,
      defaultSnippets: [
        {
          label: "%setting.releases.snippet1.label%",
          description: "%setting.releases.snippet1%",
          body: [
            {
              name: "${1:cap-operator}",
              namespace: "${2:cap-operator-system}",
              values: ["${3:values.yaml}"],
            },
          ],
        },
      ],
      examples: [
        [
          {
            name: "cap-operator",
            namespace: "cap-operator-system",
            values: ["values.yaml", "values-production.yaml"],
            set: ["controller.replicas=3"],
          },
        ],
      ],
    },
  },
  /** The chart that is installed where a release names none, as Helm takes it; empty if that is not set. */
  chart: {
    section: "releases",
    order: 120,
    inProject: true,
    restricted: true,
    schema: {
      type: "string",
      default: "",
      examples: ["oci://registry.example.org/charts/cap-operator-chart", "./charts/cap-operator-chart"],
    },
  },
  /** The version of this chart; empty if it is not set. */
  chartVersion: {
    section: "releases",
    order: 130,
    inProject: true,
    restricted: true,
    schema: { type: "string", default: "" },
  },
  /** The location of the manager's release: an address, or a file or folder, which may be in the workspace; empty if not set. */
  managerReleaseUrl: {
    section: "installation",
    order: 220,
    inProject: true,
    restricted: true,
    schema: {
      type: "string",
      default: "",
      examples: ["https://releases.example.org/cap-operator/latest"],
    },
  },
  /** The major version of Helm that installs; `auto` is the one that the client has found. */
  helmVersion: {
    section: "releases",
    order: 160,
    inProject: true,
    schema: {
      type: "string",
      enum: ["auto", "3", "4"],
      markdownEnumDescriptions: [
        "%setting.helmVersion.auto%",
        "%setting.helmVersion.3%",
        "%setting.helmVersion.4%",
      ],
      default: "auto",
    },
  },
  /** The inlay hints that are shown: none, values that a component inherits, or every default that applies. */
  inlayHints: {
    section: "editing",
    order: 50,
    scope: "resource",
    schema: { type: "string", enum: ["off", "inherited", "all"], default: "inherited" },
  },
  codeLens: { section: "editing", order: 60, schema: { type: "boolean", default: true } },
  helmTemplate: {
    /** Runs `helm template` on values whose chart is local, to report Helm's errors. */
    enable: {
      section: "tools",
      order: 235,
      scope: "resource",
      schema: { type: "boolean", default: true },
    },
  },
} as const satisfies SettingTable;

/** The settings that only the extension for VS Code reads; what is wrong with several is reported in this order. */
export const CLIENT_SETTINGS = {
  indentOnPaste: {
    section: "editing",
    order: 65,
    scope: "resource",
    schema: { type: "boolean", default: true },
  },
  coexistence: {
    section: "editing",
    order: 80,
    schema: { type: "string", enum: ["auto", "always"], default: "auto" },
  },
  releaseName: {
    section: "releases",
    order: 140,
    restricted: true,
    schema: { type: "string", default: "cap-operator" },
  },
  namespace: {
    section: "releases",
    order: 150,
    restricted: true,
    schema: { type: "string", default: "cap-operator-system" },
  },
  "install.wait": {
    section: "installation",
    order: 170,
    restricted: true,
    schema: { type: "boolean", default: true },
  },
  "install.rollbackOnFailure": {
    section: "installation",
    order: 180,
    restricted: true,
    schema: { type: "boolean", default: true },
  },
  /** A duration as Go writes it. */
  "install.timeout": {
    section: "installation",
    order: 190,
    restricted: true,
    schema: { type: "string", default: "5m0s", pattern: "^([0-9]+(\\.[0-9]+)?(h|m|s|ms))+$" },
  },
  "install.plainHttp": {
    section: "installation",
    order: 200,
    scope: "machine",
    restricted: true,
    schema: { type: "boolean", default: false },
  },
  /** The SHA-256 digest that the manager's manifest must have, in hexadecimal digits; empty if none is demanded. */
  managerManifestDigest: {
    section: "installation",
    order: 230,
    restricted: true,
    schema: { type: "string", default: "", pattern: "^([0-9a-fA-F]{64})?$" },
  },
  helmPath: {
    section: "tools",
    order: 240,
    scope: "machine",
    restricted: true,
    schema: { type: "string", default: "" },
  },
  kubectlPath: {
    section: "tools",
    order: 250,
    scope: "machine",
    restricted: true,
    schema: { type: "string", default: "" },
  },
  kubeconfig: {
    section: "tools",
    order: 260,
    scope: "machine",
    restricted: true,
    schema: { type: "string", default: "" },
  },
  "agents.enable": {
    section: "tools",
    order: 270,
    restricted: true,
    schema: { type: "boolean", default: false },
  },
  "trace.server": {
    section: "tools",
    order: 280,
    scope: "application",
    schema: { type: "string", enum: ["off", "messages", "compact", "verbose"], default: "messages" },
  },
  /** Globs of the contexts in which a change of the cluster is confirmed by a name. */
  protectedContexts: {
    section: "installation",
    order: 210,
    restricted: true,
    schema: { type: "array", items: { type: "string" }, uniqueItems: true, default: ["*prod*", "*live*"] },
  },
} as const satisfies Readonly<Record<string, SettingRow>>;

/** A setting with its name as an editor has it, without the prefix `capOperator.`. */
export interface NamedSetting extends SettingRow {
  readonly name: string;
}

/** All settings, in the order of the manifest. */
export const SETTINGS: readonly NamedSetting[] = [...named(SERVER_SETTINGS), ...named(CLIENT_SETTINGS)].sort(
  (a, b) => a.order - b.order,
);

function named(table: SettingTable, prefix = ""): NamedSetting[] {
  return Object.entries(table).flatMap(([key, entry]) =>
    isRow(entry) ? { ...entry, name: prefix + key } : named(entry, `${prefix}${key}.`),
  );
}

/** True for a setting, and false for a table of settings. */
export function isRow(entry: SettingRow | SettingTable): entry is SettingRow {
  return "schema" in entry;
}

/** True if a value has the type of a setting, and is one of its choices if it has some. Ranges and patterns do not count. */
export function isOfType(value: unknown, { type, items, enum: choices }: SettingSchema): boolean {
  if (type !== "array") return typeof value === type && (choices?.includes(String(value)) ?? true);
  return Array.isArray(value) && (items === undefined || value.every((item) => isOfType(item, items)));
}

/** The values that a schema allows, but for its ranges and patterns. Objects with keys of their own are not described further. */
export type ValueOf<Schema> = Schema extends { readonly enum: readonly (infer Choice)[] }
  ? Choice
  : Schema extends { readonly type: "boolean" }
    ? boolean
    : Schema extends { readonly type: "number" }
      ? number
      : Schema extends { readonly type: "string" }
        ? string
        : Schema extends { readonly items: infer Item }
          ? readonly ValueOf<Item>[]
          : Schema extends { readonly additionalProperties: infer Inner extends object }
            ? Readonly<Record<string, ValueOf<Inner>>>
            : object;

/** The values of the settings in a table, in the same tables. */
export type ValuesOf<Table> = {
  readonly [Key in keyof Table]: Table[Key] extends { readonly schema: infer Schema }
    ? ValueOf<Schema>
    : ValuesOf<Table[Key]>;
};
