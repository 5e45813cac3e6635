import type { Person } from "../../support/workbench/person.ts";

/** The next step of a person who writes. */
export type Step = (person: Person) => Promise<void>;

/** A file that is written from nothing, in an editor that is set up for it. */
export interface WrittenFile {
  /** The fixture that the file has to be like afterwards. */
  readonly name: string;
  readonly indent: 2 | 4;
  readonly lineBreak: "LF" | "CRLF";
  readonly steps: readonly Step[];
}

/** Between the keys of what needs no list. */
const OWN_WORDS_MS = 5;

/** Types the beginning of a key or of a value and takes what is then chosen in the list. */
export function picks(typed: string, label: string, key: "Enter" | "Tab" = "Enter"): Step {
  return async (person) => {
    await person.types(typed);
    await takes(label, key)(person);
  };
}

/** Takes what the list offers by itself. */
export function takes(label: string, key: "Enter" | "Tab" = "Tab"): Step {
  return async ({ page, suggestions }) => {
    await suggestions.seesChosen(label);
    await page.keyboard.press(key);
  };
}

/** Goes down in the list that came by itself, and takes something else than what is chosen. */
export function goesDownTo(label: string): Step {
  return async ({ page, suggestions }) => {
    await suggestions.sees(label);
    await suggestions.selects(label);
    await page.keyboard.press("Enter");
  };
}

/** Waits for the list that comes by itself. */
export function seesOffered(label: string): Step {
  return ({ suggestions }) => suggestions.sees(label);
}

/** Types words and ends the line. */
export function line(text: string): Step {
  return async (person) => {
    await person.types(text, OWN_WORDS_MS);
    await person.presses("Enter");
  };
}

/** Types the first value of a list item, ends the line, and is at the item's keys. */
export function item(text: string, column: number): Step {
  return async (person) => {
    await line(text)(person);
    await person.isAtColumn(column);
  };
}

export function types(text: string): Step {
  return (person) => person.types(text, OWN_WORDS_MS);
}

export function presses(key: string, times = 1): Step {
  return (person) => person.presses(...Array.from({ length: times }, () => key));
}

const enter = presses("Enter");
/** A key outside is one level to the left. */
const out = (levels: number) => presses("Shift+Tab", levels);
const DNS_TARGET = "public-ingress.eu10.cluster.test";
const DOMAIN = "operator.eu10.cluster.test";
const required = [
  picks("sub", "subscriptionServer"),
  takes("dnsTarget"),
  line(DNS_TARGET),
  picks("dom", "domain"),
  types(DOMAIN),
];

export const WRITTEN_FILES: readonly WrittenFile[] = [
  {
    name: "platform",
    indent: 2,
    lineBreak: "LF",
    steps: [
      ...[picks("imageP", "imagePullSecrets"), takes("name"), item("registry-login", 4), out(2)],
      ...[...required, enter],
      // A value that is typed over an offered default stays as it is typed.
      ...[picks("rep", "replicas"), line("10")],
      ...[picks("certificateM", "certificateManager"), takes("Platform"), enter],
      ...[picks("certificateC", "certificateConfig"), takes("platform", "Enter")],
      ...[takes("issuerName"), line("corporate-issuer"), picks("iss", "issuerNamespace"), takes("default")],
    ],
  },
  {
    name: "cert-controller",
    indent: 4,
    lineBreak: "CRLF",
    steps: [
      ...[...required, enter],
      ...[picks("certificateM", "certificateManager"), picks("Cert", "CertController"), enter],
      ...[picks("certificateC", "certificateConfig"), picks("certC", "certController", "Tab")],
      ...[takes("issuerGroup"), line("certificates.cluster.test")],
      ...[picks("issuerK", "issuerKind"), takes("ClusterIssuer", "Enter"), enter],
      ...[picks("issuerN", "issuerName"), line("cluster-ca"), out(3)],
      ...[picks("web", "webhook"), picks("prio", "priorityClassName"), line("operators")],
      ...[picks("certificateM", "certificateManager"), goesDownTo("CertController"), enter],
      ...[picks("certificateC", "certificateConfig"), takes("certController", "Enter")],
      ...[takes("issuerGroup"), line("certificates.cluster.test")],
      ...[picks("issuerK", "issuerKind"), goesDownTo("Issuer"), enter],
      ...[picks("issuerN", "issuerName"), types("webhook-ca")],
    ],
  },
  {
    name: "monitoring",
    indent: 2,
    lineBreak: "CRLF",
    steps: [
      // A value that is typed as a whole needs no second Enter.
      ...[picks("mon", "monitoring"), takes("enabled"), line("true")],
      ...[picks("serv", "serviceMonitorSelectorLabels"), takes("release"), line("cluster-monitoring")],
      ...[line("team: platform"), out(1)],
      ...[picks("dash", "dash"), takes("dashboard"), takes("configMapLabels"), takes("dash_dashboard")],
      ...[takes('"1"'), enter, out(4)],
      ...[picks("con", "controller"), picks("det", "detailedOperationalMetrics"), picks("t", "true"), enter],
      ...[picks("podL", "podLabels"), line("app.kubernetes.io/part-of: platform"), out(2)],
      ...required,
    ],
  },
  {
    name: "version-monitoring",
    indent: 4,
    lineBreak: "LF",
    steps: [
      ...[...required, enter, out(1)],
      ...[picks("con", "controller"), picks("volumes", "volumes"), takes("name"), item("metrics-ca", 10)],
      ...[picks("sec", "secret"), takes("secretName"), line("metrics-server")],
      ...[picks("opt", "optional"), takes("false"), enter, out(2)],
      ...[types("- "), takes("name"), item("scratch", 10)],
      ...[picks("empty", "emptyDir"), picks("size", "sizeLimit"), goesDownTo("1Gi"), enter, out(3)],
      ...[picks("volumeM", "volumeMounts"), takes("mountPath"), item("/etc/ssl/certs/metrics-ca.crt", 10)],
      ...[picks("na", "name"), line("metrics-ca"), picks("sub", "subPath"), line("ca.crt")],
      ...[picks("read", "readOnly"), line("true"), out(1)],
      ...[types("- "), takes("mountPath"), item("/tmp", 10), picks("na", "name"), line("scratch"), out(2)],
      ...[picks("ver", "versionMonitoring"), takes("metricsServerAddress")],
      ...[line("https://metrics.cluster.test")],
      ...[picks("metricsE", "metricsEvaluationInterval"), goesDownTo("2h"), enter],
      ...[picks("metricsC", "metricsClientAcquireRetryDelay"), goesDownTo("10m")],
    ],
  },
  {
    name: "scheduling",
    indent: 2,
    lineBreak: "LF",
    steps: [
      // The first list is put at the column of its key by hand; the others follow it.
      ...[picks("toler", "tolerations"), takesNothing(), out(1), picks("key", "key"), item("dedicated", 2)],
      ...[picks("op", "operator"), takes("Equal"), enter, picks("val", "value"), line("operators")],
      ...[picks("eff", "effect"), takes("NoSchedule"), enter, presses("Backspace")],
      ...[
        types("- "),
        picks("key", "key"),
        item("spot", 2),
        picks("op", "operator"),
        picks("Ex", "Exists"),
        enter,
      ],
      ...[picks("eff", "effect"), picks("NoE", "NoExecute"), enter],
      ...[picks("tolerationS", "tolerationSeconds"), line("300"), presses("Backspace")],
      ...[picks("aff", "affinity"), takes("nodeAffinity")],
      ...[picks("req", "requiredDuringSchedulingIgnoredDuringExecution"), takes("nodeSelectorTerms")],
      ...[takes("matchExpressions"), picks("key", "key"), item("topology.kubernetes.io/zone", 10)],
      ...[
        picks("op", "operator"),
        line("In"),
        picks("val", "values"),
        line("zone-a"),
        line("- zone-b"),
        out(5),
      ],
      ...[
        picks("con", "controller"),
        picks("toler", "tolerations"),
        picks("eff", "effect"),
        takes("NoSchedule"),
      ],
      ...[item("", 4), out(1), picks("aff", "affinity"), takes("nodeAffinity")],
      ...[takes("preferredDuringSchedulingIgnoredDuringExecution"), picks("wei", "weight"), item("50", 8)],
      ...[picks("pref", "preference"), takes("matchExpressions"), picks("key", "key"), item("disk", 12)],
      ...[picks("op", "operator"), picks("Ex", "Exists"), enter, out(6)],
      ...required,
    ],
  },
  {
    name: "resources",
    indent: 4,
    lineBreak: "CRLF",
    steps: [
      ...[...required, enter],
      ...[picks("toler", "tolerations"), takesNothing(), out(1), picks("key", "key"), item("dedicated", 6)],
      ...[picks("op", "operator"), picks("Ex", "Exists"), enter, presses("Backspace", 2)],
      ...[picks("con", "controller"), picks("rep", "replicas"), line("2")],
      ...[picks("reso", "resources"), takes("limits"), takes("memory"), goesDownTo("1Gi"), enter],
      ...[picks("cpu", "cpu"), goesDownTo("0.5"), enter, out(1)],
      ...[picks("req", "requests"), takes("memory"), takes("50Mi"), enter],
      ...[picks("cpu", "cpu"), takes("0.02", "Enter"), enter, out(2)],
      ...[picks("volumes", "volumes"), takes("name"), item("scratch", 6)],
      ...[picks("empty", "emptyDir"), picks("size", "sizeLimit"), goesDownTo("1Gi"), enter, out(2)],
      // The next key of the item is asked for one level too far left, and goes to its place.
      ...[
        types("- "),
        takes("name"),
        item("settings", 6),
        presses("Backspace"),
        picks("configM", "configMap"),
      ],
      ...[picks("na", "name"), line("settings"), out(3)],
      ...[
        picks("web", "webhook"),
        picks("imageP", "imagePullSecrets"),
        takes("name"),
        item("registry-login", 6),
      ],
      ...[out(1), types("- "), takes("name"), item("mirror-login", 6), out(1)],
      ...[picks("serv", "service"), takes("type"), picks("Node", "NodePort"), enter],
      ...[picks("po", "port"), line("8443"), picks("tar", "targetPort"), takes("1443")],
    ],
  },
];

/** Closes the list that came by itself. */
function takesNothing(): Step {
  return async (person) => {
    await person.suggestions.sees("key");
    await person.presses("Escape");
  };
}
