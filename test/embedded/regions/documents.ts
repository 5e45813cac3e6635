// Documents of other products with right values in which one line or one character is another one.
import { readFileSync } from "node:fs";
import { load, loadAll } from "js-yaml";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import { SPOILERS } from "../../core/support/damaged-files.ts";
import type { Dice } from "../../helm/dice.ts";
import { ROWS, type Row, valuesIn } from "../rows.ts";

/** A document with a place for values. */
export interface Form extends Row {
  /** Set if the values are between braces, on the line of their key. */
  readonly braces?: true;
}

const MORE = load(readFileSync(new URL("forms.yaml", import.meta.url), "utf8")) as readonly Form[];

export const FORMS: readonly Form[] = [...ROWS, ...MORE];

/** A document with the range of the values in it; all else belongs to other products. */
export interface Embedded {
  readonly form: Form;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const HOSTS =
  "subscriptionServer:\n  domain: cop.eu10.corp.internal\n  dnsTarget: ingress.eu10.corp.internal\n";

const BODIES: readonly string[] = [
  `${HOSTS}controller:\n  replicas: 2\n  volumes: []\nwebhook:\n  replicas: 1`,
  `# who asks for it\n${HOSTS}\ncontroller:\n  # two are enough\n  replicas: 2 # not one\n  podLabels:\n    canary: "1"\n\n  tolerations:\n    - key: dedicated\n      operator: Equal\n      value: cop\n      effect: NoSchedule`,
  `controller: {replicas: 2, resources: {limits: {memory: 500Mi}}}\n${HOSTS}monitoring: {enabled: true}`,
  `${HOSTS}  resources: &small\n    limits:\n      memory: 500Mi\n      cpu: 100m\nwebhook:\n  resources: *small\ncontroller:\n  podAnnotations:\n    text: |\n      one\n      two\n    other: "a b"`,
  `controller:\n  volumes:\n  - name: work\n    emptyDir: {}\n  volumeMounts:\n  - name: work\n    mountPath: /work\n${HOSTS}`.trimEnd(),
  `controller:\n  replicas: 3`,
];

const BRACES: readonly string[] = [
  "{controller: {replicas: 2}, subscriptionServer: {domain: cop.corp.internal, dnsTarget: in.corp.internal}}",
  '{controller: {podLabels: {canary: "1"}, volumes: []}, webhook: {replicas: 1}}',
];

const SIGNS = [..." :-\"'{}[],#&*|>!%@\t=;x1\\~`?", "\n", "\n  ", "${", "---", "EOT"];

/** Right values, on one line if they are between braces. */
function bodyOf(dice: Dice, { braces }: Form): string {
  return dice.pick(braces ? BRACES : BODIES);
}

/** Values of which one character or one line is another one. */
function mutated(dice: Dice, body: string): string {
  const lines = body.split("\n");
  const line = dice.below(lines.length);
  const current = lines[line] ?? "";
  const position = dice.below(body.length);
  const way = dice.below(11);
  switch (way) {
    case 0:
      return body.slice(0, position) + body.slice(position + 1);
    case 1:
      return body.slice(0, position) + dice.pick(SIGNS) + body.slice(position);
    case 2:
      return body.slice(0, position) + dice.pick(SIGNS) + body.slice(position + 1);
    case 3:
      return lines
        .with(
          line,
          current.replace(/^ */, (pad) => " ".repeat(Math.max(0, pad.length - 1 - dice.below(4)))),
        )
        .join("\n");
    case 4:
      return lines.with(line, " ".repeat(1 + dice.below(4)) + current).join("\n");
    case 5:
      return lines.toSpliced(line, 1).join("\n");
    case 6:
      return lines
        .toSpliced(line, 0, current.replace(/\S.*/, dice.pick(["foo: bar", "issuerName: x", "volumez: []"])))
        .join("\n");
    case 7:
      return lines.with(line, current.replace(/\w(?=\w*:)/, "z")).join("\n");
    case 9:
      return lines.toSpliced(line, 0, " ".repeat(dice.below(3) * 2)).join("\n");
    case 8:
      return lines.toSpliced(line, 0, current).join("\n");
    default:
      return lines.with(line, dice.pick(SPOILERS)(current)).join("\n");
  }
}

/** A document with values as they are given. */
export function documentWith(form: Form, body: string): Embedded {
  const mark = "\u0001";
  const [before = "", after = ""] = valuesIn(form, [mark]).split(mark);
  const text = valuesIn(form, body.split("\n"));
  const line = before.lastIndexOf("\n") + 1;
  const isAlone = before.slice(line).trim() === "";
  const behind = after.startsWith("\n") && !form.braces ? after.slice(1) : after;
  return { form, text, start: isAlone ? line : before.length, end: text.length - behind.length };
}

/** True for texts that js-yaml reads and Helm rejects or reads otherwise: keys in several lines, anchors with a colon behind their name. There js-yaml cannot be a judge. */
function isReadOtherwise(text: string): boolean {
  if (/[&*]\w*:(?:\s|$)/.test(text)) return true;
  try {
    loadAll(text, null, { json: true });
  } catch {
    return false;
  }
  const { problems, documents } = parseYaml(text);
  return problems.length > 0 || documents.some(({ refusal }) => refusal !== undefined);
}

/** A document that the dice decide. Some have the line breaks of Windows. */
export function mutatedDocument(dice: Dice): Embedded {
  const form = dice.pick(FORMS);
  let body = mutated(dice, bodyOf(dice, form));
  const isJudged = () => !isReadOtherwise(body) && !isReadOtherwise(documentWith(form, body).text);
  while (!isJudged()) body = mutated(dice, bodyOf(dice, form));
  const made = documentWith(form, body);
  if (!dice.oneIn(12)) return made;
  const { text, start, end } = made;
  const [head, values, tail] = [text.slice(0, start), text.slice(start, end), text.slice(end)].map((part) =>
    part.replaceAll("\n", "\r\n"),
  ) as [string, string, string];
  return { form, text: head + values + tail, start: head.length, end: head.length + values.length };
}
