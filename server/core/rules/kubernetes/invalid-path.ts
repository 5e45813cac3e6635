import type { Meaning } from "../../schema/annotations.ts";
import { shown } from "../../schema/shown.ts";
import { nameOf, textsMeaning } from "../engine/meanings.ts";
import { changeTextFix } from "../engine/rewrite.ts";
import type { Rule } from "../engine/rule.ts";

const MEANINGS = ["sub-path", "file-path", "host-path"] as const satisfies readonly Meaning[];

export const invalidPath: Rule = {
  code: "invalid-path",
  severity: "error",
  docs: {
    what: "A path that leads out of where it belongs: `subPath`, the path of a file in a volume or of a profile that is absolute, or any of them with `..` in it.",
    why: "The API server refuses the pod. Only `path` of a `hostPath` volume starts at the root.",
    wrong:
      "controller:\n  volumes:\n    - name: ca\n      configMap:\n        name: ca-bundle\n  volumeMounts:\n    - name: ca\n      mountPath: /ca\n      subPath: /certificates",
    right:
      "controller:\n  volumes:\n    - name: ca\n      configMap:\n        name: ca-bundle\n  volumeMounts:\n    - name: ca\n      mountPath: /ca\n      subPath: certificates",
    fix: "Removes the `/` at the beginning.",
  },
  check(context) {
    return MEANINGS.flatMap((meaning) =>
      textsMeaning(context, meaning).flatMap(({ place, node, text }) => {
        const fault = node.type === "string" ? faultOf(text, meaning) : undefined;
        if (fault === undefined) return [];
        const relative = text.replace(/^\/+/, "");
        const isMended = relative !== "" && faultOf(relative, meaning) === undefined;
        return [
          {
            start: node.offset,
            end: node.offset + node.length,
            message: `${nameOf(place)} cannot be "${shown(text)}": ${fault}.`,
            fixes: () => (isMended && node.type === "string" ? changeTextFix(node, relative, true) : []),
          },
        ];
      }),
    );
  },
};

/** As the validation of Kubernetes has it (`validateLocalDescendingPath`, `ValidateLocalNonReservedPath`, `validatePathNoBacksteps`). */
function faultOf(text: string, meaning: (typeof MEANINGS)[number]): string | undefined {
  if (meaning !== "host-path" && text.startsWith("/")) return `it must not start with "/"`;
  if (text.split("/").includes("..")) return `".." is not allowed in it`;
  return meaning === "file-path" && text.startsWith("..") ? `it must not start with ".."` : undefined;
}
