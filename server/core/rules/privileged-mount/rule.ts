import * as l10n from "@vscode/l10n";
import { rangeOf } from "../../yaml/lookup.ts";
import { keyMeaning } from "../engine/meanings.ts";
import type { Finding, Place, Rule, RuleContext } from "../engine/rule.ts";
import { placeName } from "../engine/sentences.ts";

export const rule: Rule = {
  code: "privileged-mount",
  severity: "error",
  docs: {
    what: "A mount with `mountPropagation: Bidirectional` in a container that is not privileged.",
    why: "Such a mount changes the mounts of the node, so the API server rejects it for any other container.",
  },
  check(context) {
    return context.groups.flatMap((group) => {
      const values = group.schemas[0]?.annotations.privileged;
      if (!values) return [];
      return group.nodes.string
        .filter((node) => values.includes(node.value) && !node.alias)
        .flatMap((node) => findings(context, group.place(node)));
    });
  },
};

function findings({ document }: RuleContext, place: Place): Finding[] {
  let owner: Place | undefined = place;
  while (owner && !owner.schemas.some(({ annotations }) => annotations.meaning === "component"))
    owner = owner.parent;
  const key = owner?.schemas[0] && keyMeaning(owner.schemas[0], "container-security");
  if (!owner || key === undefined) return [];
  // Without settings of its own, a container may have those of the chart, which only its templates know.
  const security = document.release.given([...owner.path, key]);
  const privileged = document.release.given([...owner.path, key, "privileged"]);
  if (security && security.type !== "map") return [];
  if (privileged?.type === "leaf" && privileged.value === true) return [];
  return [
    {
      ...rangeOf(place.node),
      message: l10n.t(
        'This value of {0} is allowed only in a privileged container. Change it, or set "{1}.privileged: true".',
        placeName(place),
        key,
      ),
    },
  ];
}
