import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { ChartTexts } from "../core/chart/chart.ts";

export async function readChartFolder(folder: string): Promise<{ texts: ChartTexts } | { problem: string }> {
  const texts = new Map<string, string>();
  const names = ["Chart.yaml", "values.yaml", "values.schema.json"];
  const templates = await readdir(path.join(folder, "templates")).catch(() => []);
  await Promise.all(
    [...names, ...templates.map((name) => `templates/${name}`)].map(async (name) => {
      const text = await readFile(path.join(folder, name), "utf8").catch(() => undefined);
      if (text !== undefined) texts.set(name, text);
    }),
  );
  return { texts };
}
