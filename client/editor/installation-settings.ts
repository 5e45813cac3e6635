import { protectedContexts } from "../cluster/protected-context.ts";
import type { InstallationSettings } from "../ports/installation.ts";
import { fromHome } from "./machine.ts";
import { type Configuration, demandedDigest, READ_HERE, settingOf } from "./setting-types.ts";

/** The settings of installations, each of its type: a wrong one counts as its default, or protects what it is there to protect. */
export function installationSettings(settings: Configuration): InstallationSettings {
  const text = (name: string, otherwise = "") => settingOf(settings, name, otherwise);
  const flag = (name: keyof typeof READ_HERE & `install.${string}`) =>
    settingOf(settings, name, READ_HERE[name] === true);
  const kubeconfig = text("kubeconfig");
  const protection = settings.inspect("protectedContexts");
  return {
    chart: text("chart"),
    chartVersion: text("chartVersion"),
    plainHttp: flag("install.plainHttp"),
    releaseName: text("releaseName", READ_HERE.releaseName),
    namespace: text("namespace", READ_HERE.namespace),
    kubeconfig: kubeconfig && fromHome(kubeconfig),
    wait: flag("install.wait"),
    rollbackOnFailure: flag("install.rollbackOnFailure"),
    timeout: text("install.timeout", READ_HERE["install.timeout"]),
    protectedContexts: protectedContexts({
      machine: protection?.globalValue ?? protection?.defaultValue,
      workspace: [protection?.workspaceValue, protection?.workspaceFolderValue],
    }),
    managerReleaseUrl: text("managerReleaseUrl"),
    managerManifestDigest: demandedDigest(settings),
  };
}
