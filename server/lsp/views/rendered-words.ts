import * as l10n from "@vscode/l10n";
import { complaintText } from "../../core/language-service.ts";
import type { LineChange } from "../../core/rendered/changed-lines.ts";
import { keyText } from "../../core/yaml/key-path.ts";
import type { ChangedSince, Since } from "../../workspace/helm/rendering-baselines.ts";
import type { NotRendered } from "../../workspace/helm/renderings.ts";
import { silenceText } from "../../workspace/helm/silence-text.ts";
import { type Outcome, outcomeOf, type Trace } from "../../workspace/helm/traces.ts";
import type { RenderedChanges } from "../protocol.ts";

/** Words and lines of the changes, for a person who watches the page; `undefined` if nothing has changed and they are not compared with a revision. */
export function renderedChanges(found: ChangedSince): RenderedChanges | undefined {
  const { objects, lines, since } = found;
  if (objects === 0 && typeof since !== "object") return undefined;
  const those = (wanted: LineChange) =>
    [...lines].flatMap(([line, what]) => (what === wanted ? [line] : [])).sort((one, other) => one - other);
  const [added, changed, removed] = [those("added"), those("changed"), those("removed")];
  return { words: changedWords(found), added, changed, removed };
}

/** The numbers of changed objects and lines, in words. */
function changedWords({ objects, count, since, unstable }: ChangedSince): string {
  const much = [
    objects === 1 ? l10n.t("1 object") : l10n.t("{0} objects", objects),
    count === 1 ? l10n.t("1 line") : l10n.t("{0} lines", count),
  ].join(", ");
  const words = sinceWords(much, objects === 0, since);
  if (unstable === 0) return words;
  return `${words}. ${unstable === 1 ? l10n.t("1 field is different each time") : l10n.t("{0} fields are different each time", unstable)}`;
}

function sinceWords(much: string, isSame: boolean, since: Since): string {
  if (since === "saved") return l10n.t("{0} changed since saving", much);
  if (since === "opened") return l10n.t("{0} changed since the view was opened", much);
  return isSame
    ? l10n.t("The same as {0}", since.revision)
    : l10n.t("{0} not as in {1}", much, since.revision);
}

/** The fields that a key makes, and what is not known of them. */
export function wordsOf(trace: Trace): string {
  const { path, unstable } = trace;
  const key = keyText(path);
  const found = outcomeOf(trace);
  if (found === undefined) return l10n.t("{0}: not known, because Helm rejects other values", key);
  const made = madeText(key, found);
  if (unstable === 0) return made;
  return `${made}. ${unstable === 1 ? l10n.t("1 field cannot be measured") : l10n.t("{0} fields cannot be measured", unstable)}`;
}

function madeText(key: string, { made, objects, reason }: Outcome): string {
  if (reason) {
    const value = JSON.stringify(reason.value);
    return l10n.t("{0} sets no field, because {1} is {2}", key, keyText(reason.path), value);
  }
  if (made.length < 2)
    return made.length === 0 ? l10n.t("{0} sets no field", key) : l10n.t("{0} sets 1 field", key);
  return objects === 1
    ? l10n.t("{0} sets {1} fields in 1 object", key, made.length)
    : l10n.t("{0} sets {1} fields in {2} objects", key, made.length, objects);
}

/** The reason that there are no objects. */
export function notRenderedReason(found: NotRendered): string {
  if ("complaints" in found) return found.complaints.map(complaintText).join(" ");
  if ("notAsked" in found)
    return found.notAsked === "no-chart"
      ? l10n.t(
          "Helm needs the chart. Fetch it with CAP Operator: Fetch Chart, or set its folder or archive as capOperator.chart.",
        )
      : l10n.t("Helm was not asked, because not all values or files of the chart can be read.");
  return found.noAnswer.noAnswer === "not-started"
    ? l10n.t("Helm was not found. Install it, or set capOperator.helmPath.")
    : silenceText(found.noAnswer);
}
