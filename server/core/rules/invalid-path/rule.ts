import * as l10n from "@vscode/l10n";
import type { Meaning } from "../../schema/meanings.ts";
import { rangeOf } from "../../yaml/lookup.ts";
import { shown } from "../../yaml/shown.ts";
import type { StringNode } from "../../yaml/tree.ts";
import { changeTextFix } from "../engine/fixes.ts";
import type { Finding, Place, Rule, RuleContext } from "../engine/rule.ts";
import { placeName } from "../engine/sentences.ts";

export const rule: Rule = {
  code: "invalid-path",
  severity: "error",
  docs: {
    what: "A path that points outside of its directory: a `subPath`, the path of a file in a volume or that of a profile, if it is absolute or contains `..`.",
    why: "The API server rejects the pod. Only `path` of a `hostPath` volume starts at the root.",
    fix: "Removes the `/` at the beginning.",
  },
  check(context) {
    const findings: Finding[] = [];
    for (const group of context.groups) {
      const leads = LEADS.get(group.schemas[0]?.annotations.meaning);
      if (!leads) continue;
      for (const node of group.nodes.string) {
        const fault = faultOf(node.value, leads);
        if (fault !== undefined) findings.push(finding(context, group.place(node), node, fault, leads));
      }
    }
    return findings;
  },
};

function finding(context: RuleContext, place: Place, node: StringNode, fault: Fault, leads: Leads): Finding {
  const relative = node.value.replace(/^\/+/, "");
  const isMended = relative !== "" && faultOf(relative, leads) === undefined;
  return {
    ...rangeOf(node),
    message: sentence(fault, placeName(place), shown(node.value)),
    fixes: () => (isMended ? changeTextFix(context, node, relative, true) : []),
  };
}

/** The liberties of a path with a meaning. */
interface Leads {
  readonly fromRoot?: boolean;
  readonly beginsWithDots?: boolean;
}

const LEADS: ReadonlyMap<Meaning | undefined, Leads> = new Map<Meaning, Leads>([
  ["file-path", {}],
  ["host-path", { fromRoot: true, beginsWithDots: true }],
  ["sub-path", { beginsWithDots: true }],
]);

/** The fault of a path by the validation of Kubernetes (`validateLocalDescendingPath`, `ValidateLocalNonReservedPath`, `validatePathNoBacksteps`). */
function faultOf(text: string, { fromRoot, beginsWithDots }: Leads): Fault | undefined {
  if (text.startsWith("/")) return fromRoot ? backStep(text) : "from-root";
  return backStep(text) ?? (text.startsWith("..") && !beginsWithDots ? "begins-with-dots" : undefined);
}

function backStep(text: string): Fault | undefined {
  return text.includes("..") && text.split("/").includes("..") ? "back-step" : undefined;
}

type Fault = "from-root" | "back-step" | "begins-with-dots";

function sentence(fault: Fault, name: string, path: string): string {
  switch (fault) {
    case "from-root":
      return l10n.t('{0} cannot be "{1}": the path must not start with "/".', name, path);
    case "back-step":
      return l10n.t('{0} cannot be "{1}": the path must not contain "..".', name, path);
    case "begins-with-dots":
      return l10n.t('{0} cannot be "{1}": the path must not start with "..".', name, path);
  }
}
