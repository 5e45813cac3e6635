import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { Files } from "../installation-ports.ts";
import { fromHome, homeFolder, kubeconfigList } from "./home-paths.ts";

/** The files of this machine, as far as no editor has a say in them. */
export const machineFiles: Pick<Files, "read" | "kind"> = {
  read: (file) => readFile(file, "utf8").catch(() => undefined),
  async kind(file) {
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile()) return "file";
    return found?.isDirectory() ? "folder" : undefined;
  },
};

/** Where the programs look for the kubeconfig: the setting, else the variable KUBECONFIG, else the home folder. */
export function kubeconfigPaths(setting: string): readonly string[] {
  if (setting !== "") return [fromHome(setting)];
  const listed = kubeconfigList(process.env.KUBECONFIG);
  return listed.length > 0 ? listed : [path.join(homeFolder(), ".kube", "config")];
}
