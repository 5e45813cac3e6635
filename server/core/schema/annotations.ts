import type { Meaning } from "./meanings.ts";

/**
 * The annotations of a schema node beyond JSON Schema, under the one keyword `x-cap-operator`. Rules and features read these; none of them
 * holds the path of a key.
 */
export interface Annotations
  extends ValueFacts,
    Relations,
    RenderingFacts,
    VersionFacts,
    KubernetesFacts,
    RootFacts {}

/** The meaning of a value, and what it may be. */
interface ValueFacts {
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
  /** For a number: a sentence about what else 0 switches off. */
  readonly atZero?: string;
  /** For a duration: what the operator uses instead of one that it cannot use, and the shortest that it can. */
  readonly insteadOfInvalid?: string;
  readonly shortest?: string;
  /** For a text that can only be what its examples are: the pattern of all others that it can be. */
  readonly otherForm?: string;
  /** A number that people write in octal, with a leading zero: the mode of a file. */
  readonly octal?: boolean;
  /** A whole number for which Kubernetes has 32 bits, so that its documentation need not give its largest value. */
  readonly int32?: boolean;
  /** Switches on or off what the mapping around it is about. */
  readonly switch?: boolean;
  /** A host that becomes the common name of the component's certificate. */
  readonly certificateSubject?: boolean;
  /** A host that the chart puts into a gateway of the mesh. */
  readonly gatewayHost?: true;
  /** Anything is allowed here (`global`): no key under it is unknown. */
  readonly open?: boolean;
}

/** The relations of a key to other keys. */
interface Relations {
  /** Top-level key: how the same key under a component goes together with this one. */
  readonly componentLevel?: Inheritance;
  /** Component-level key: the dotted top-level key that it overrides or is merged with. */
  readonly topLevel?: { readonly key: string; readonly how: Inheritance };
  /** Under a certificate configuration: the manager that reads this part; the others ignore it. */
  readonly manager?: string;
  /** A key of a part that a manager reads: that manager cannot do without it. */
  readonly neededByManager?: boolean;
  /** The sibling key that this one depends on: if that is empty or false, nothing reads this one. */
  readonly onlyWith?: string;
  /** The dotted key of another value that is in the object which the chart makes of this one, whatever else is set. */
  readonly rendersWith?: string;
  /** The sibling key that can be set instead of this one, whether the schema describes it or not. */
  readonly alternative?: string;
  /** For a list or mapping of Kubernetes: the sibling key for the same with a weight, or without one. */
  readonly counterpart?: string;
  /** A key of a weighted entry: its value has the form of an entry without a weight. */
  readonly term?: boolean;
}

/** The facts that rendering a chart shows about a key. */
interface RenderingFacts {
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
  /** For a key that only the chart has: its types follow from its default or its comment, and no schema has them. */
  readonly guessed?: true;
  /** Nothing in the chart reads this, or anything below it. */
  readonly unread?: boolean;
}

/** The charts and managers that have a key. */
interface VersionFacts {
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
}

/** The facts of the types of Kubernetes that no JSON Schema can hold. */
interface KubernetesFacts {
  /** For a field of an entry that belongs to a container: the values that only a privileged container may have. */
  readonly privileged?: readonly string[];
  /** For a type of Kubernetes: the demands of its fields on each other. */
  readonly demands?: readonly FieldDemand[];
  /** For a type of Kubernetes: fields of which only one may be set. */
  readonly alternatives?: FieldAlternatives;
  /** For a list: how Kubernetes tells its entries apart. */
  readonly entries?: EntryKeys;
}

/** The facts of a chart as a whole, at the root of its schema. */
interface RootFacts {
  /** At the root: which keys tell a file of this chart from the values of other products. */
  readonly evidence?: KeyEvidence;
  /** At the root: the name of the chart. */
  readonly chart?: string;
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
