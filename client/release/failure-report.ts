import type { ReleaseAt } from "../cli/release.ts";
import type { ComponentState } from "../cluster/components.ts";
import { readEvents, type WarningEvent } from "../cluster/events.ts";
import { type Markdown, md, table } from "../markdown.ts";
import { ask } from "../operation/ask-cluster.ts";
import { whileReading } from "../operation/while-reading.ts";
import type { Ports } from "../ports.ts";
import { componentParts } from "./status-page.ts";

/** How the components were when a change of their release failed, and the warnings that the cluster noted since. */
export async function failureReport(
  ports: Ports,
  at: ReleaseAt,
  unready: readonly ComponentState[],
): Promise<readonly Markdown[]> {
  const events = await whileReading(ports, `Reading events in ${at.namespace}`, (signal) =>
    ask(ports, at, readEvents(at), { signal }),
  );
  return [
    ...(unready.length === 0
      ? []
      : [md`## Components that were not ready`, ...componentParts({ answer: unready })]),
    md`## Events`,
    "unread" in events ? md`Not checked: ${events.unread}` : eventTable(events.answer, at),
  ];
}

/** Of the release where its objects have its name in theirs, as charts name them; else of the whole namespace. */
function eventTable(events: readonly WarningEvent[], { namespace, release }: ReleaseAt): Markdown {
  const own = events.filter(({ object }) => object.includes(release));
  const shown = own.length > 0 ? own : events;
  if (shown.length === 0) return md`No warnings were noted in ${namespace}.`;
  return table(
    ["Time", "Object", "Reason", "Message"],
    shown.map(({ time, object, reason, message }) => [time, object, reason, message]),
  );
}
