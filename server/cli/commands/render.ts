import { type Command, Option } from "commander";
import { complaintText } from "../../core/language-service.ts";
import { objectsPage } from "../../core/rendered/objects-page.ts";
import { type FieldChange, objectCount, objectId } from "../../core/rendered/rendered-object.ts";
import type { Rendering } from "../../core/rendered/rendering.ts";
import { SchemaModel } from "../../core/schema/model.ts";
import { groupBy } from "../../core/yaml/group-by.ts";
import { isAtOrBelow, keyText } from "../../core/yaml/key-path.ts";
import type { Path } from "../../core/yaml/tree.ts";
import { nearest } from "../../workspace/files/similar-words.ts";
import type { TracedProblem } from "../../workspace/helm/object-faults.ts";
import { fieldIn, traceJson, whyJson } from "../../workspace/helm/rendered-answers.ts";
import type { NotRendered } from "../../workspace/helm/renderings.ts";
import { outcomeOf, type Reasons, type Trace } from "../../workspace/helm/traces.ts";
import { readKeyPath } from "../options/key-path.ts";
import { openProject, type ProjectOptions, withProject } from "../options/project-option.ts";
import { chooseValues, type ValuesOptions, withValues } from "../options/values-options.ts";
import { EXIT, type ExitCode, wrongUse } from "../output/exit-codes.ts";
import type { Io } from "../output/io.ts";
import { jsonText } from "../output/runner-commands.ts";
import { plain, plainLines, terminal } from "../output/terminal-text.ts";
import { findRendering } from "../values/rendering.ts";
import { type ResolvedValues, resolveValues, tellOverridden } from "../values/resolve-values.ts";

interface RenderOptions extends ProjectOptions, ValuesOptions {
  readonly output: "yaml" | "json";
  readonly trace?: string;
  readonly with?: string;
  readonly why?: string;
}

/** `render`: the objects of values, which key sets which field, and the other way round. */
export function addRender(program: Command, io: Io, end: (code: ExitCode) => void): void {
  const command = program
    .command("render")
    .summary("show the objects that Helm renders, and which key sets which field")
    .description(
      "Asks Helm for the objects of a chart that is available as a folder or an archive; no cluster is needed. Values of Secrets are hidden. " +
        "The fields that a key sets are measured: Helm renders once more with another value, for a mapping or list also with nothing in it, and the objects are compared. With exit code 2 if " +
        "helm is not on the PATH, or no chart is available; with 3 if Helm gives no answer; with 1 if Helm rejects the values, or Kubernetes would reject " +
        "an object, which is then printed with the keys that set the field.",
    )
    .addOption(
      new Option("-o, --output <form>", "form of the answer").choices(["yaml", "json"]).default("yaml"),
    )
    .addOption(
      new Option("--trace <key>", "the fields that a key sets, such as controller.replicas").conflicts("why"),
    )
    .option("--with <value>", "the other value to try for this key, as JSON or as a text")
    .option("--why <field>", "the keys that set a field, such as Deployment/web:spec.replicas");
  withProject(withValues(command)).action(async (options: RenderOptions) => {
    end(await render(options, io));
  });
}

async function render(options: RenderOptions, io: Io): Promise<ExitCode> {
  const { trace, why, output } = options;
  if (options.with !== undefined && trace === undefined) throw wrongUse("--with needs the key of --trace.");
  const rendering = findRendering(io, (message) => io.err(terminal`${plain(message)}\n`), "Install Helm.");
  const project = openProject(options, io);
  const values = await resolveValues(await chooseValues(options, project, io), project, io, rendering.ask);
  tellOverridden(values, io);
  const { traces } = values.workspace;
  if (traces === undefined) throw new Error("Helm is asked.");
  const { signal } = new AbortController();
  if (trace !== undefined) {
    const given = options.with === undefined ? undefined : { value: valueIn(options.with) };
    const path = readKeyPath(trace);
    requireKnown(path, values);
    const found = await traces.of(values.stack, path, signal, given);
    if (!("changes" in found)) return notRendered(found, io);
    io.out(output === "json" ? jsonText(traceJson(found)) : plainLines(traceText(found)));
    return EXIT.clean;
  }
  const rendered = await traces.rendered(values.stack, signal);
  if (!("objects" in rendered)) return notRendered(rendered, io);
  const { objects, unread } = rendered;
  if (why !== undefined) {
    const asked = fieldIn(why, objects);
    if ("problem" in asked) throw wrongUse(asked.problem);
    const { object, field } = asked;
    const found = await traces.whyOf(values.stack, object, field, signal);
    if (!("keys" in found)) return notRendered(found, io);
    io.out(output === "json" ? jsonText(whyJson(found, field)) : plainLines(whyText(found, field, values)));
    return EXIT.clean;
  }
  const problems = await tracedProblems(values, rendered, signal);
  if (output === "json")
    io.out(
      jsonText(
        objects.map((item) => {
          const ofItem = problems.filter(({ object }) => object === item).map(problemJson);
          return {
            template: item.template,
            object: item.shown,
            ...(ofItem.length > 0 && { problems: ofItem }),
          };
        }),
      ),
    );
  else for (const object of objects) io.out(plainLines(objectsPage([object]).text));
  if (unread > 0)
    io.err(terminal`${unread} documents are not shown, because they are not objects that can be read.\n`);
  for (const problem of problems) io.err(terminal`${plain(problemText(problem))}\n`);
  return problems.length > 0 ? EXIT.findings : EXIT.clean;
}

/** Throws a sentence if the chart has no such key and no source has it: an answer without fields would mean nothing. */
function requireKnown(path: Path, { workspace: { service }, stack }: ResolvedValues): void {
  if (new SchemaModel(service.jsonSchema("values", stack)).at(path)) return;
  const set = service.effectiveData(stack).map((datum) => datum.path);
  if (set.some((place) => isAtOrBelow(place, path))) return;
  const known = [...service.keyNames("values"), ...set.map(keyText)];
  throw wrongUse(`No key found: ${keyText(path)}.${nearest(keyText(path), known)}`);
}

async function tracedProblems(
  { workspace: { faults }, stack }: ResolvedValues,
  rendered: Rendering,
  signal: AbortSignal,
): Promise<readonly TracedProblem[]> {
  const found = (await faults?.of(stack, rendered.objects)) ?? [];
  return found.length === 0 ? [] : ((await faults?.traced(stack, found, signal)) ?? []);
}

function problemText({ message, keys = [] }: TracedProblem): string {
  return keys.length === 0 ? message : `${message} The field is set by ${keys.map(keyText).join(", ")}.`;
}

function problemJson({ path, message, keys }: TracedProblem): object {
  return { field: keyText(path), message, ...(keys && { keys: keys.map(keyText) }) };
}

function notRendered(found: NotRendered, io: Io): ExitCode {
  // The missing answer of Helm was reported already.
  if ("noAnswer" in found) return EXIT.failed;
  if ("complaints" in found) {
    for (const complaint of found.complaints) io.err(terminal`${plain(complaintText(complaint))}\n`);
    return EXIT.findings;
  }
  throw wrongUse(
    found.notAsked === "no-chart"
      ? "No chart is available. Name its folder or archive with --chart, or in the settings."
      : "Helm was not asked: not all values can be read, or can be given to it.",
  );
}

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The end of a sentence. */
const UNSTABLE = "cannot be measured: Helm renders it differently each time.";

function traceText(trace: Trace): string {
  const { path, value, tried, alsoTried, changes, complaints, unstable } = trace;
  const key = keyText(path);
  const found = outcomeOf(trace);
  if (found === undefined) {
    const words = complaints.map((complaint) => `  ${complaintText(complaint)}\n`);
    return `${key}: not known, because Helm rejects all other values that were tried.\n${words.join("")}`;
  }
  const { made, reason } = found;
  const because = reason ? `, because ${keyText(reason.path)} is ${shown(reason.value)}` : "";
  const much = (some: readonly FieldChange[]) =>
    `${counted(some.length, "field")} in ${counted(objectCount(some), "object")}`;
  const what = made.length === 0 ? `no field${because}` : much(made);
  const now = `${key}${value === undefined ? "" : `: ${shown(value)}`} sets ${what}.`;
  const others =
    changes.length === 0
      ? "nothing changes."
      : `${much(changes)} ${changes.length === 1 ? "changes" : "change"}:`;
  const also = alsoTried === undefined ? "" : ` or ${shown(alsoTried)}`;
  const head = `${now}\nWith ${shown(tried)}${also}, ${others}\n`;
  const lines = [...groupBy(changes, ({ object }) => objectId(object)).values()].flatMap((some) => [
    ...(some[0] ? [`\n${some[0].object}  # ${some[0].object.template}\n`] : []),
    ...some.map((change) => `  ${changeText(change)}\n`),
  ]);
  const rest = unstable === 0 ? "" : `\n${counted(unstable, "field")} ${UNSTABLE}\n`;
  return head + lines.join("") + rest;
}

function changeText({ path, before, after }: FieldChange): string {
  const [first, other] = [before, after].map((value) => (value === undefined ? "nothing" : shown(value)));
  return `${keyText(path)}: ${first} -> ${other}`;
}

function whyText(
  { object, keys, tried, isUnstable }: Reasons,
  field: Path,
  { workspace, stack }: ResolvedValues,
): string {
  const name = `${object}:${keyText(field)}`;
  if (isUnstable) return `${name} ${UNSTABLE}\n`;
  if (keys.length === 0) return `${name} depends on none of the ${tried} keys that were tried.\n`;
  const data = workspace.service.effectiveData(stack);
  const lines = keys.map(({ path, value }) => {
    const source = data.find((datum) => keyText(datum.path) === keyText(path))?.source.text;
    return `  ${keyText(path)}: ${shown(value)}${source === undefined ? "" : `  # ${source}`}\n`;
  });
  return `${name} is set by ${counted(keys.length, "key")}:\n${lines.join("")}`;
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? "nothing";
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
