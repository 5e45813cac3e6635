import * as l10n from "@vscode/l10n";
import { isReady } from "../kubectl/components.ts";
import { restartsText } from "../kubectl/pod-trouble.ts";
import type { ClusterSnapshot, ComponentSeen } from "../operation/cluster-view.ts";
import { problemItem, type ViewItem } from "./view-item.ts";

/** The components of the operator: how many pods are ready, with which image, and why others are not. */
export function componentsItem({ components }: ClusterSnapshot): ViewItem {
  const group = {
    id: "components",
    kind: "group",
    label: l10n.t("Components"),
    icon: "server-process",
    isOpen: true,
  } as const;
  if ("unread" in components)
    return { ...group, children: [problemItem("components/unread", components.unread)] };
  const found = components.answer;
  const namespaces = new Set(found.map(({ namespace }) => namespace));
  const ready = found.filter(isReady).length;
  if (found.length === 0) return { ...group, children: [none()] };
  return {
    ...group,
    description: l10n.t("{0} of {1} ready", ready, found.length),
    children: found.map((component) => componentItem(component, namespaces.size > 1)),
  };
}

function none(): ViewItem {
  return {
    id: "components/none",
    kind: "detail",
    label: l10n.t("No components found"),
    tooltip: l10n.t("No deployment of the operator found."),
    icon: "info",
  };
}

function componentItem(component: ComponentSeen, withNamespace: boolean): ViewItem {
  const { name, namespace, deployment, ready, desired, image, restarts, troubles } = component;
  const id = `components/${namespace}/${deployment}`;
  const readyText = l10n.t("{0} of {1} ready", ready, desired);
  const facts = [
    ...(restarts > 0 ? [restartsText(restarts)] : []),
    ...(image === undefined ? [] : [tagOf(image)]),
    ...(withNamespace ? [namespace] : []),
  ];
  return {
    id,
    kind: "component",
    label: name,
    // As kubectl writes it, so that names and versions are not cut off.
    description: [`${ready}/${desired}`, ...facts].join(" · "),
    spoken: [name, readyText, ...facts].join(", "),
    tooltip: [l10n.t("Deployment {0}/{1}", namespace, deployment), readyText, ...troubles].join("\n"),
    ...(isReady(component)
      ? { icon: "pass", color: "testing.iconPassed" }
      : { icon: "warning", color: "list.warningForeground" }),
    isOpen: !isReady(component),
    children: [
      ...troubles.map((trouble, index) => problemItem(`${id}/trouble/${index}`, trouble)),
      ...(image === undefined
        ? []
        : [detail(`${id}/image`, image, l10n.t("Image: {0}", image), "file-binary")]),
      detail(
        `${id}/restarts`,
        restartsText(restarts),
        l10n.t("Restarts of its containers so far: {0}", restarts),
        "debug-restart",
      ),
    ],
  };
}

function detail(id: string, label: string, tooltip: string, icon: string): ViewItem {
  return { id, kind: "detail", label, tooltip, icon };
}

/** The tag or the digest of an image. A port is not a tag. */
function tagOf(image: string): string {
  const name = image.slice(image.lastIndexOf("/") + 1);
  const [, digest] = name.split("@");
  if (digest !== undefined) return digest.slice(0, "sha256:".length + 12);
  return name.split(":")[1] ?? l10n.t("no tag");
}
