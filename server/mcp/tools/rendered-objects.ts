import { complaintText } from "../../core/language-service.ts";
import { objectsPage } from "../../core/rendered/objects-page.ts";
import type { RenderedObject } from "../../core/rendered/rendered-object.ts";
import { keyText, readPath } from "../../core/yaml/key-path.ts";
import { fieldIn, noObject, traceJson, whyJson } from "../../workspace/helm/rendered-answers.ts";
import type { NotRendered } from "../../workspace/helm/renderings.ts";
import { silenceText } from "../../workspace/helm/silence-text.ts";
import type { ValuesSource } from "../engine.ts";
import { LIMITS } from "../limits.ts";
import { textOfAtMost, tool, VALUES_ARGUMENTS } from "../tool.ts";
import { quotedWord, ToolError } from "../tool-error.ts";

interface RenderedObjects extends ValuesSource {
  readonly object?: string;
  readonly trace?: string;
  readonly with?: unknown;
  readonly why?: string;
}

export const renderedObjects = tool<RenderedObjects>({
  name: "rendered_objects",
  title: "Rendered objects",
  description:
    "Lists the objects that Helm renders, and what Kubernetes rejects in them. Requires mcp --render, a local chart.",
  arguments: {
    ...VALUES_ARGUMENTS,
    object: textOfAtMost(LIMITS.key, "Deployment/web, or a kind: its YAML."),
    trace: textOfAtMost(LIMITS.key, "A key: its fields."),
    with: {},
    why: textOfAtMost(LIMITS.key, "Deployment/web:spec.replicas: its keys."),
  },
  answer: { objects: "array", yaml: "string" },
  run: async ({ object, trace, with: value, why, ...source }, { engine, folders, askHelm }) => {
    if (!askHelm) throw new ToolError("Helm is not asked. To allow it, start the server with --render.");
    if (
      [object, trace, why].filter((part) => part !== undefined).length > 1 ||
      (value !== undefined && !trace)
    )
      throw new ToolError('Name only one of "object", "trace" and "why", and "with" only with "trace".');
    const { workspace, stack } = await engine.stack(source, folders, askHelm);
    const { traces } = workspace;
    if (!traces) throw new Error("Helm is asked.");
    const { signal } = new AbortController();
    if (trace !== undefined) {
      const path = readPath(trace);
      if (!path) throw new ToolError(`${quotedWord(trace)} is not a key such as controller.replicas.`);
      const found = await traces.of(stack, path, signal, value === undefined ? undefined : { value });
      if (!("changes" in found)) throw notRendered(found);
      return { ...traceJson({ ...found, changes: cut(found.changes) }), ...omitted(found.changes) };
    }
    const rendered = await traces.rendered(stack, signal);
    if (!("objects" in rendered)) throw notRendered(rendered);
    const { objects, unread } = rendered;
    if (why !== undefined) {
      const asked = fieldIn(why, objects);
      if ("problem" in asked) throw new ToolError(asked.problem);
      const found = await traces.whyOf(stack, asked.object, asked.field, signal);
      if (!("keys" in found)) throw notRendered(found);
      return { ...whyJson({ ...found, keys: cut(found.keys) }, asked.field), ...omitted(found.keys) };
    }
    if (object !== undefined) return yamlOf(object, objects);
    const list = cut(objects).map((item) => ({ object: `${item}`, template: item.template }));
    const found = (await workspace.faults?.of(stack, rendered.objects)) ?? [];
    const problems = cut(found).map(({ object: owner, path, message }) => ({
      field: `${owner}:${keyText(path)}`,
      message,
    }));
    return { objects: list, ...omitted(objects), problems, ...(unread > 0 && { unread }) };
  },
});

/** The YAML of the objects that a name or a kind means, and the names of those for which there is no room. */
function yamlOf(name: string, objects: readonly RenderedObject[]): object {
  const meant = objects.filter((candidate) => `${candidate}` === name || candidate.kind === name);
  if (meant.length === 0) throw new ToolError(noObject(name, objects));
  let yaml = "";
  const left: string[] = [];
  for (const object of meant) {
    const { text } = objectsPage([object]);
    if (yaml.length + text.length > LIMITS.yaml) left.push(`${object}`);
    else yaml += text;
  }
  return { yaml, ...(left.length > 0 && { tooLong: cut(left) }) };
}

function cut<T>(list: readonly T[]): readonly T[] {
  return list.slice(0, LIMITS.answers);
}

function omitted({ length }: readonly unknown[]): object {
  return length > LIMITS.answers ? { omitted: length - LIMITS.answers } : {};
}

function notRendered(found: NotRendered): ToolError {
  if ("complaints" in found) return new ToolError(found.complaints.map(complaintText).join(" "));
  if ("noAnswer" in found)
    return new ToolError(
      found.noAnswer.noAnswer === "not-started"
        ? "Helm was not found on the PATH. Install Helm."
        : silenceText(found.noAnswer),
    );
  return new ToolError(
    found.notAsked === "no-chart"
      ? "No chart is available. Name its folder or archive in .cap-operator.yaml."
      : "Helm was not asked: not all values can be read, or can be given to it.",
  );
}
