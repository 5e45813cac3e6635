import type { SetEntry } from "../../server/core/values/set-entry.ts";
import type { Dice } from "../../test/helm/dice.ts";
import type { Question } from "../../test/helm/question.ts";
import { generatedChart } from "./charts.ts";

/** The kinds of values under the keys of a values file, as people write them. */
type Shape = "text" | "number" | "flag" | "labels" | "list" | "resources" | "script" | "items";

const COMPONENTS = ["controller", "subscriptionServer", "webhook", "operator", "worker", "sub", "other"];

const KEYS: Readonly<Record<string, Shape>> = {
  replicas: "number",
  port: "number",
  tag: "text",
  domain: "text",
  dnsTarget: "text",
  priorityClassName: "text",
  enabled: "flag",
  detailedOperationalMetrics: "flag",
  podLabels: "labels",
  podAnnotations: "labels",
  nodeSelector: "labels",
  tolerations: "items",
  volumes: "items",
  args: "list",
  imagePullSecrets: "items",
  resources: "resources",
  script: "script",
  interval: "text",
};

const TEXTS = [
  "operator.example.com",
  "v1.2.3",
  "1.10",
  "1h",
  "10m30s",
  "IfNotPresent",
  '""',
  "''",
  '"1"',
  "'yes'",
  "yes",
  "off",
  "~",
  "null",
  "0755",
  "2024-01-02",
  "http://metrics.monitoring:9090/path?q=1#top",
  "registry.example.com:5000/operator/controller",
  '"a: b"',
  "'it''s here'",
  '"tab\\tnew line\\n"',
  "text with spaces # and a comment",
  "text#without comment",
  '"{{ .Values.domain }}"',
  "${DOMAIN}",
  '"*"',
  "-dash",
  "ümläut 漢字 🙂",
  "12:30",
  "1_000",
  "1e3",
  "0x1F",
  "!important",
  "100%",
  "a, b",
  "text\n    that goes on",
];
/** Texts that people forget to put in quotes. */
const SLIPS = [
  "a: b",
  "{{ .Values.domain }}",
  "*",
  "@every 5m",
  "- dash",
  "&name",
  "| pipe",
  "%percent",
  "[a",
  "'it's'",
];
const NUMBERS = [
  "1",
  "2",
  "0",
  "3",
  "443",
  "9443",
  "-1",
  "1.5",
  "010",
  "0o10",
  "1e2",
  '"2"',
  "two",
  "",
  "null",
];
const FLAGS = ["true", "false", "yes", "no", "on", "off", "True", '"true"', "1", "", "null"];
const LABELS = [
  "app.kubernetes.io/name",
  "team",
  "example.com/cost-center",
  "sidecar.istio.io/inject",
  '"quoted/key"',
  "dash_dashboard",
  "on",
  "1",
];
const QUANTITIES = ["500Mi", "1Gi", "0.2", "100m", "2", "1.5Gi", '"1"', "1e9"];

/** A stack as people have them: files over a chart's defaults, and some entries of the command line. */
export function plausibleQuestion(dice: Dice): Question {
  const chart = generatedChart(dice);
  const files = dice.several(0, 3, () => plausibleFile(dice));
  const sets = dice.oneIn(3) ? dice.several(1, 3, () => plausibleEntry(dice)) : [];
  return { chart, files, sets };
}

/** A values file as people write them. */
export function plausibleFile(dice: Dice): string {
  const style = { step: dice.pick([2, 2, 2, 4, 3]), end: dice.oneIn(12) ? "\r\n" : "\n" };
  const parts = [...(dice.oneIn(6) ? ["---\n"] : []), ...(dice.oneIn(5) ? ["# Values of a stage.\n"] : [])];
  parts.push(new Writer(dice, style.step).file());
  if (dice.oneIn(15)) parts.push("---\n", new Writer(dice, style.step).file());
  if (dice.oneIn(30)) parts.push("...\n");
  const text = parts.join("");
  const ended = dice.oneIn(8) ? text.trimEnd() : text;
  return (dice.oneIn(40) ? "\uFEFF" : "") + ended.replaceAll("\n", style.end);
}

class Writer {
  readonly #dice: Dice;
  readonly #step: number;
  readonly #mappings: string[] = [];
  readonly #scalars: string[] = [];

  constructor(dice: Dice, step: number) {
    this.#dice = dice;
    this.#step = step;
  }

  file(): string {
    return this.#dice.several(1, 5, () => this.#topLevel()).join("");
  }

  #topLevel(): string {
    if (this.#dice.oneIn(3)) return this.#entry(0);
    const name = this.#dice.pick([...COMPONENTS, "global", "monitoring", "image"]);
    if (this.#dice.oneIn(20)) return `${name}: ${this.#dice.pick(["{}", "null", "~", "", "[]", "text"])}\n`;
    const anchor = this.#dice.oneIn(10) ? `common${this.#mappings.length}` : undefined;
    const text = `${name}:${anchor ? ` &${anchor}` : ""}${this.#comment()}\n${this.#mapping(this.#step, 2)}`;
    if (anchor) this.#mappings.push(anchor);
    return text;
  }

  #mapping(indent: number, depth: number): string {
    const margin = " ".repeat(indent);
    const lines = this.#dice.several(1, 4, () => {
      if (depth > 0 && this.#dice.oneIn(5)) {
        const name = this.#dice.pick(["image", "service", "level", "global", "sub", "serviceAccount"]);
        return `${margin}${name}:\n${this.#mapping(indent + this.#step, depth - 1)}`;
      }
      return this.#entry(indent);
    });
    if (this.#dice.oneIn(25) && this.#mappings.length > 0) {
      lines.splice(
        this.#dice.below(lines.length + 1),
        0,
        `${margin}<<: *${this.#dice.pick(this.#mappings)}\n`,
      );
    }
    return lines.join("");
  }

  #entry(indent: number): string {
    const margin = " ".repeat(indent);
    const lead = this.#dice.oneIn(10) ? `${margin}# why\n` : this.#dice.oneIn(12) ? "\n" : "";
    const key = this.#dice.pick(Object.keys(KEYS));
    const shape = KEYS[key] ?? "text";
    const names = shape === "text" ? this.#scalars : this.#mappings;
    if (this.#dice.oneIn(25) && names.length > 0)
      return `${lead}${margin}${key}: *${this.#dice.pick(names)}\n`;
    return `${lead}${margin}${key}:${this.#value(shape, indent)}`;
  }

  /** The text after the colon, with its line break. */
  #value(shape: Shape, indent: number): string {
    const inner = indent + this.#step;
    const margin = " ".repeat(inner);
    switch (shape) {
      case "text":
        return this.#scalar(TEXTS);
      case "number":
        return this.#scalar(NUMBERS);
      case "flag":
        return this.#scalar(FLAGS);
      case "labels":
        if (this.#dice.oneIn(4)) return ` {${this.#dice.several(0, 2, () => this.#pair()).join(", ")}}\n`;
        return `\n${this.#dice.several(1, 3, () => `${margin}${this.#pair()}\n`).join("")}`;
      case "list":
        return this.#list(inner);
      case "items":
        return this.#items(indent);
      case "resources":
        return `\n${["limits", "requests"].map((name) => `${margin}${name}:${this.#amounts(inner)}`).join("")}`;
      case "script":
        return this.#script(inner);
    }
  }

  #scalar(choices: readonly string[]): string {
    const text = this.#dice.pick(this.#dice.oneIn(60) ? SLIPS : choices);
    const tag = this.#dice.oneIn(60) ? ` ${this.#dice.pick(["!!str", "!!str", "!!int", "!!bool"])}` : "";
    const anchor = this.#dice.oneIn(20) ? ` &value${this.#scalars.length}` : "";
    if (anchor !== "") this.#scalars.push(anchor.slice(2));
    return `${anchor}${tag}${text === "" ? "" : ` ${text}`}${this.#comment()}\n`;
  }

  #pair(): string {
    return `${this.#dice.pick(LABELS)}: ${this.#dice.pick(['"true"', "a", "'1'", "true", "1", "v1.2", "null", '""'])}`;
  }

  #list(indent: number): string {
    if (this.#dice.oneIn(3)) {
      return ` [${this.#dice.several(0, 3, () => this.#dice.pick(["a", '"--flag=x"', "1", "--zap-level=2", "'b'"])).join(", ")}]\n`;
    }
    const margin = " ".repeat(this.#dice.oneIn(3) ? indent - this.#step : indent);
    const items = ["--leader-elect", '"--metrics=:8080"', "- nested", "plain text", "1", "'quoted'"];
    return `\n${this.#dice.several(1, 3, () => `${margin}- ${this.#dice.pick(items)}\n`).join("")}`;
  }

  #items(indent: number): string {
    const margin = " ".repeat(this.#dice.oneIn(3) ? indent : indent + this.#step);
    const rest = () =>
      this.#dice.pick([
        `${margin}  operator: Exists\n`,
        `${margin}  emptyDir: {}\n`,
        `${margin}  secret:\n${margin}    secretName: x\n`,
        `${margin}  value: "1"  # why\n`,
        "",
      ]);
    return `\n${this.#dice.several(1, 3, () => `${margin}- ${this.#dice.pick(["name", "key"])}: ${this.#dice.pick(["a", "data", '"b"'])}\n${rest()}`).join("")}`;
  }

  #amounts(indent: number): string {
    const margin = " ".repeat(indent + this.#step);
    if (this.#dice.oneIn(4))
      return ` {cpu: ${this.#dice.pick(QUANTITIES)}, memory: ${this.#dice.pick(QUANTITIES)}}\n`;
    return `\n${margin}cpu: ${this.#dice.pick(QUANTITIES)}\n${margin}memory: ${this.#dice.pick(QUANTITIES)}\n`;
  }

  #script(indent: number): string {
    const margin = " ".repeat(indent);
    const lines = ["#!/bin/sh", "set -e", "  deeper", "", "key: value", "- item", "# no comment", "echo 'x'"];
    const body = this.#dice.several(1, 4, () => this.#dice.pick(lines));
    return ` ${this.#dice.pick(["|", "|-", ">", ">-", "|+"])}\n${body.map((line) => (line === "" ? "\n" : `${margin}${line}\n`)).join("")}`;
  }

  #comment(): string {
    return this.#dice.oneIn(12) ? "  # because" : "";
  }
}

function plausibleEntry(dice: Dice): SetEntry {
  const flag = dice.pick(["set", "set", "set", "set-string", "set-json", "set-literal"] as const);
  const path = dice.pick([
    ["controller", "replicas"],
    ["controller", "image", "tag"],
    ["sub", "enabled"],
    ["sub", "level", "text"],
    ["other", "enabled"],
    ["global", "shared"],
    ["webhook", "podLabels", "team"],
    ["controller", "args[0]"],
    ["tolerations[0]", "key"],
    ["nodeSelector", "kubernetes\\.io/os"],
    ["image"],
    ["sub"],
  ]);
  const values =
    flag === "set-json"
      ? ["1", '"x"', "true", "null", '{"a": 1}', '["a", 2]', "{}"]
      : ["1", "v1.2.3", "true", "null", "", "a b", "{a,b}", "operator.example.com", "1.5", "0123", "a\\,b"];
  return { flag, text: `${path.join(".")}=${dice.pick(values)}` };
}
