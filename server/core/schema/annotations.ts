/**
 * The annotations of a schema node beyond JSON Schema, under the one keyword `x-cap-operator`. Rules and features read these; none of them
 * holds the path of a key.
 */
export interface Annotations {
  /** The meaning of the value to rules and completion. */
  readonly meaning?: Meaning;
  /** The installation does not work until this is set (spec 4.1, step 3). */
  readonly requiredForInstall?: boolean;
  /** The fact about the cluster that the value holds. */
  readonly fact?: Fact;
  /** A placeholder for a value that the user must fill in, such as `<subdomain>.<cluster_domain>`. */
  readonly placeholder?: string;
  /** The chart's default in words, if there is no literal one. */
  readonly chartDefault?: string;
  /** Top-level key: the way in which the chart joins it with the same key under a component. */
  readonly componentLevel?: Inheritance;
  /** Component-level key: the dotted top-level key that it overrides or is merged with. */
  readonly topLevel?: { readonly key: string; readonly how: Inheritance };
  /** Under a certificate configuration: the manager that reads this part; the others ignore it. */
  readonly manager?: string;
  /** A key of a part that a manager reads: that manager cannot do without it. */
  readonly neededByManager?: boolean;
  /** The sibling key that this one depends on: if that is empty or false, nothing reads this one. */
  readonly onlyWith?: string;
  /** For a number: a sentence about other effects of 0. */
  readonly atZero?: string;
  /** The chart cannot be rendered while this is null; `sometimes`: only with some other values, or in some clusters. */
  readonly failsWithNull?: true | "sometimes";
  /** The templates print this value unchanged, so that quotes around it change nothing. */
  readonly printed?: true;
  /** The templates only test if this value is empty, so that any text in quotes counts as true. */
  readonly tested?: true;
  /**
   * For labels of pods: those by which the chart's own Deployments select, with their values. A null stands for a value that cannot be
   * written: it is another one for each component, or follows from the release.
   */
  readonly selectorLabels?: Readonly<Record<string, string | null>>;
  /** Templates look for keys in this mapping without checking that it is there. */
  readonly readInside?: boolean;
  /** The dotted key of another value that is in the object which the chart makes of this one, whatever else is set. */
  readonly rendersWith?: string;
  /** The sibling key that can be set instead of this one, whether the schema describes it or not. */
  readonly alternative?: string;
  /** For a list or mapping of Kubernetes: the sibling key with the same meaning and weights, or without them. */
  readonly counterpart?: string;
  /** A key of a weighted entry: its value has the form of an entry without a weight. */
  readonly term?: boolean;
  /** A switch of the feature that the mapping around it configures. */
  readonly switch?: boolean;
  /** A host that becomes the common name of the component's certificate. */
  readonly certificateSubject?: boolean;
  /** A host that the chart puts into a gateway of the mesh. */
  readonly gatewayHost?: true;
  /** At the root: the keys that distinguish a file of this chart from the values of other products. */
  readonly evidence?: KeyEvidence;
  /** For a duration: the operator's replacement for an invalid one, and the shortest valid one. */
  readonly insteadOfInvalid?: string;
  readonly shortest?: string;
  /** The first version of the published chart that has the key, if it came later than others. */
  readonly since?: string;
  /** The version of the published chart that removed the key. */
  readonly removed?: string;
  /** For a field of the operator resource: the first version of the manager that has it, if it came later than others. */
  readonly sinceManager?: string;
  /** The subchart of the local chart that has the key, with its version. */
  readonly subchart?: string;
  /** While the chart is not decided, for a key that only one of the possible charts has: the name of that one. */
  readonly onlyIn?: string;
  /** While the chart is not decided, for a place where the charts have other values or allow other ones: the facts of each, the likeliest first. */
  readonly perChart?: readonly ChartFacts[];
  /** At the root: the name of the chart. */
  readonly chart?: string;
  /** A number that people write in octal, with a leading zero: the mode of a file. */
  readonly octal?: boolean;
  /** A whole number for which Kubernetes has 32 bits, so that its documentation need not mention the limits. */
  readonly int32?: boolean;
  /** For a field of an entry that belongs to a container: the values that only a privileged container may have. */
  readonly privileged?: readonly string[];
  /** For a type of Kubernetes: the demands of its fields on each other. */
  readonly demands?: readonly FieldDemand[];
  /** For a type of Kubernetes: fields of which only one may be set. */
  readonly alternatives?: FieldAlternatives;
  /** For a text that must be one of its examples or match this pattern. */
  readonly otherForm?: string;
  /** For a list: the keys by which Kubernetes tells its entries apart. */
  readonly entries?: EntryKeys;
  /** For a key that only the chart has: its types follow from its default or its comment, not from a schema. */
  readonly guessed?: true;
  /** Nothing in the chart reads this, or anything below it. */
  readonly unread?: boolean;
  /** Anything is allowed here (`global`): no key under it is unknown. */
  readonly open?: boolean;
}

/** The facts of one chart at a place where another chart has others. */
export interface ChartFacts {
  readonly chart: string;
  /** Absent without a default that can be written down. */
  readonly default?: unknown;
  /** The default in words, if there is no literal one. */
  readonly chartDefault?: string;
  /** The values that only this chart allows. */
  readonly values?: readonly unknown[];
}

/**
 * The way in which the chart joins the values of a component and of the top level. `replace`: a value of the component that is not empty is
 * used alone. The others merge two mappings: of a key that both have, `merge` takes the component's entry, and `merge-top-wins` that of the
 * top level unless it is empty.
 */
export type Inheritance = "replace" | "merge" | "merge-top-wins";

/**
 * A demand of one field of a mapping on another one, so that a table can hold a part of the validation that Kubernetes has in code. A field
 * counts as set if it is there and neither null nor empty.
 */
export interface FieldDemand {
  /** The field that demands something as soon as it is set, or when it has one of the values of `is`. */
  readonly field: string;
  readonly is?: readonly (string | boolean)[];
  /** The field of which it is demanded; a dotted one is in the mapping that the first part names. */
  readonly other: string;
  /** `value`: that it is set; `one-value`: that it has one entry; `nothing`: that it is not set; `no-text`: nor an empty text. */
  readonly needs?: "value" | "one-value" | "nothing" | "no-text";
  /** Instead: that it has one of these values; null stands for a field that is not set. */
  readonly needsOneOf?: readonly (string | boolean | null)[];
  /** Instead: that none of these is among its entries. */
  readonly lacks?: readonly string[];
}

/** Fields of a mapping of which only one may be set. */
export interface FieldAlternatives {
  /** The alternative fields; without them, all fields but those of `beside`. */
  readonly among?: readonly string[];
  readonly beside?: readonly string[];
  /** True if one of them must be set. */
  readonly required?: boolean;
  /** The field that Kubernetes sets if none is set. */
  readonly usual?: string;
}

/** The fields whose values together tell an entry of a list from all others. */
interface EntryKeys {
  readonly keys: readonly string[];
  /** True if only server-side apply, as Helm 4 does it, refuses two equal entries; otherwise the second one has no effect. */
  readonly onlyWhenApplied?: boolean;
}

/**
 * The keys that tell whose values a file holds. All are dotted paths from the top; `.*` at the end of one stands for any key that is known
 * there, because the key before it proves nothing alone.
 */
interface KeyEvidence {
  /** Keys that no other product's values are known to have: a file that sets one of them has values of the operator's chart. */
  readonly certain: readonly string[];
  /**
   * Keys that hardly any other product's values have: a file that sets one has values of the operator's chart if it also has a known key of
   * another component.
   */
  readonly certainWithAnotherComponent: readonly string[];
}

/**
 * The facts of values about the cluster: addresses that its DNS must know, products that must be installed there, and the signer of
 * certificates. The facts of an issuer are under the part of a certificate configuration that one manager reads.
 */
export type Fact =
  | "domain"
  | "dnsTarget"
  | "ingressGatewayLabels"
  | "meshSystemNamespace"
  | "monitoringEnabled"
  | "metricsServerAddress"
  | "issuerName"
  | "issuerNamespace"
  | "issuerKind"
  | "issuerGroup";

/**
 * The meaning of a value, for rules and completion. Paths inside of something: a `sub-path` leads down from there, a `file-path` names a file
 * there, and a `host-path` starts at the root of a node. Names of Kubernetes: `namespace` and `volume-name` are DNS labels, `object-name` any
 * other name of an object, and a `volume-name` in a mount names a volume of the same component. Labels: `labels` and `annotations` are
 * mappings of them, `label-list` is a list of entries with a `label-key` and a `label-value`. `count` is a text with a whole number, `amount`
 * one with any number. Amounts: `cpu`, `memory`, and `quantity` for all others; of `resources`, `resource-requests` must not exceed the
 * `resource-limits` beside them.
 */
export type Meaning =
  | "amount"
  | "annotations"
  | "certificate"
  | "certificate-config"
  | "certificate-manager"
  | "common-name"
  | "component"
  | "container-security"
  | "count"
  | "cpu"
  | "duration"
  | "file-path"
  | "host"
  | "host-path"
  | "image-repository"
  | "image-tag"
  | "issuer"
  | "label-key"
  | "label-list"
  | "label-value"
  | "labels"
  | "memory"
  | "mount-path"
  | "namespace"
  | "object-name"
  | "port"
  | "quantity"
  | "resources"
  | "resource-limits"
  | "resource-requests"
  | "sub-path"
  | "sysctl-name"
  | "toleration"
  | "url"
  | "volume-mounts"
  | "volume-name"
  | "volumes";
