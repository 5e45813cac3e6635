import type { ReleaseAt, ReleaseState } from "../cli/release.ts";
import type { ComponentState } from "../cluster/components.ts";
import type { Reading } from "../cluster/reading.ts";
import { blocks, lines, type Markdown, md, table } from "../markdown.ts";
import { isPending, whenText } from "./release-state.ts";

/** A release and its components as a page to be read. */
export function statusPage(
  at: ReleaseAt,
  release: ReleaseState,
  components: Reading<readonly ComponentState[]>,
): Markdown {
  const facts = table(
    ["Release", at.release],
    [
      ["Status", `${release.status} (${release.description})`],
      ["Revision", `${release.revision}, of ${whenText(release)}`],
      ["Chart", release.chart],
      ["App version", release.appVersion],
      ["Context", at.context],
      ["Server", at.server],
      ["Namespace", at.namespace],
    ],
  );
  return blocks(
    md`# ${at.release}`,
    ...advice(release),
    facts,
    md`## Components`,
    ...componentParts(components),
  );
}

function advice(release: ReleaseState): Markdown[] {
  if (isPending(release)) {
    return [
      md`**Helm refuses to change a release that is ${release.status}.** Either somebody is at work on it right now, or Helm was ended before it was done. *CAP Operator: Install CAP Operator...* offers the way out.`,
    ];
  }
  if (release.status !== "failed") return [];
  return [
    md`**The newest revision failed.** Part of it may be in the cluster. *CAP Operator: Roll Back...* goes back to a revision that ran; *CAP Operator: Install CAP Operator...* tries again.`,
  ];
}

/** Components with what keeps them from being ready, as parts of a page. */
export function componentParts(components: Reading<readonly ComponentState[]>): Markdown[] {
  if ("unread" in components) return [md`Not checked: ${components.unread}`];
  if (components.answer.length === 0) return [md`No deployment of this release was found in the namespace.`];
  const rows = components.answer.map(({ name, ready, desired, restarts, image = "" }) => [
    name,
    `${ready} of ${desired}`,
    String(restarts),
    image,
  ]);
  const troubles = components.answer.flatMap(({ name, troubles }) =>
    troubles.map((trouble) => md`- ${name}: ${trouble}`),
  );
  return [
    table(["Component", "Ready", "Restarts", "Image"], rows),
    ...(troubles.length === 0 ? [] : [lines(troubles)]),
  ];
}
