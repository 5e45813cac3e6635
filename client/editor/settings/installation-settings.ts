import { protectedContexts } from "../../cluster/protected-context.ts";
import type { InstallationSettings } from "../../ports/installation.ts";
import { fromHome } from "../processes/machine.ts";
import { type Configuration, demandedDigest, settingOf, textSetting } from "./setting-types.ts";

/** The settings of installations, each of its type: a wrong one counts as its default, or protects what it is there to protect. */
export function installationSettings(settings: Configuration): InstallationSettings {
  const kubeconfig = settingOf(settings, "kubeconfig");
  const protection = settings.inspect("protectedContexts");
  return {
    chart: textSetting(settings, "chart"),
    chartVersion: textSetting(settings, "chartVersion"),
    plainHttp: settingOf(settings, "install.plainHttp"),
    releaseName: settingOf(settings, "releaseName"),
    namespace: settingOf(settings, "namespace"),
    kubeconfig: kubeconfig && fromHome(kubeconfig),
    wait: settingOf(settings, "install.wait"),
    rollbackOnFailure: settingOf(settings, "install.rollbackOnFailure"),
    timeout: settingOf(settings, "install.timeout"),
    protectedContexts: protectedContexts({
      machine: protection?.globalValue ?? protection?.defaultValue,
      workspace: [protection?.workspaceValue, protection?.workspaceFolderValue],
    }),
    managerReleaseUrl: textSetting(settings, "managerReleaseUrl"),
    managerManifestDigest: demandedDigest(settings),
  };
}
