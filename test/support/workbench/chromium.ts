import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { installOnce } from "./install-once.ts";
import { npmInstall } from "./npm-install.ts";

const PACKAGED_VERSION = "153.0.0";
const SYSTEM_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

interface Program {
  readonly executablePath: string;
  readonly env: Record<string, string>;
}

/** Starts a headless Chromium: the system's when there is one that runs, else the one from npm. */
export async function launchChromium(): Promise<Browser> {
  const refusals: string[] = [];
  for (const executablePath of systemChromiums()) {
    try {
      return await launch({ executablePath, env: {} });
    } catch (error) {
      refusals.push(`${executablePath}: ${firstLine(error)}`);
    }
  }
  try {
    return await launch(await packagedChromium());
  } catch (error) {
    refusals.push(`@sparticuz/chromium ${PACKAGED_VERSION}: ${firstLine(error)}`);
    throw new Error(
      `No Chromium could be started, so the editor tests cannot run. Install one (for example \`apt-get install chromium\`) and try again. ${refusals.join("; ")}`,
      { cause: error },
    );
  }
}

async function launch({ executablePath, env }: Program): Promise<Browser> {
  const browser = await chromium.launch({ executablePath, args: FLAGS, env: { ...definedEnv(), ...env } });
  try {
    // A confined Chromium may start and then fail at its first page.
    await (await browser.newPage()).close();
    return browser;
  } catch (error) {
    await browser.close();
    throw error;
  }
}

function systemChromiums(): string[] {
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => folder !== "");
  return SYSTEM_NAMES.flatMap((name) =>
    folders
      .map((folder) => path.join(folder, name))
      .filter(existsSync)
      .slice(0, 1),
  );
}

async function packagedChromium(): Promise<Program> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error("the package holds a program for x64 Linux only");
  }
  const folder = await installOnce({
    name: `chromium-${PACKAGED_VERSION}`,
    announcement: "Installing a Chromium from npm: a few seconds and 300 MB",
    pins: { "@sparticuz/chromium": PACKAGED_VERSION },
    install: async (draft) => {
      const dependencies = { "@sparticuz/chromium": PACKAGED_VERSION };
      await writeFile(path.join(draft, "package.json"), JSON.stringify({ private: true, dependencies }));
      await npmInstall(draft);
      unpack(draft);
      await rm(path.join(draft, "node_modules"), { recursive: true, force: true });
    },
  });
  const executablePath = path.join(folder, "chromium");
  const fonts = await packagedFonts(folder);
  // The libraries that the package brings are for systems that lack them; the system's own go first.
  const bare = spawnSync(executablePath, ["--version"], { encoding: "utf8" });
  if (bare.status === 0) {
    return { executablePath, env: fonts };
  }
  const libraries = path.join(folder, "al2023/lib");
  const before = process.env.LD_LIBRARY_PATH;
  const env = { ...fonts, LD_LIBRARY_PATH: before ? `${before}:${libraries}` : libraries };
  const helped = spawnSync(executablePath, ["--version"], {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  if (helped.status !== 0) {
    throw new Error(`${helped.error?.message ?? helped.stderr.trim()}`);
  }
  return { executablePath, env };
}

/** A system without any font configuration shows no text at all; the package brings a font. */
async function packagedFonts(folder: string): Promise<Record<string, string>> {
  if (existsSync("/etc/fonts/fonts.conf")) {
    return {};
  }
  const file = path.join(folder, "fonts.conf");
  const folders = [path.join(folder, "fonts"), "/usr/share/fonts"]
    .map((name) => `<dir>${name}</dir>`)
    .join("");
  await writeFile(file, `<?xml version="1.0"?><fontconfig>${folders}</fontconfig>`);
  return { FONTCONFIG_FILE: file };
}

/** The package unpacks into the folder for temporary files, so a process of its own is given the draft as that. */
function unpack(draft: string): void {
  const entry = path.join(draft, "node_modules/@sparticuz/chromium");
  const script = `
    import { inflate } from ${JSON.stringify(pathToFileURL(path.join(entry, "build/index.js")).href)};
    for (const name of ["chromium.br", "fonts.tar.br", "al2023.tar.br", "swiftshader.tar.br"])
      await inflate(${JSON.stringify(path.join(entry, "bin"))} + "/" + name);`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    env: { ...process.env, TMPDIR: draft },
  });
  if (status !== 0) {
    throw new Error(`Chromium could not be unpacked: ${stderr.trim()}`);
  }
}

function definedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";
}
