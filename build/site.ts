// `npm run docs:site [-- --base /path/]`: the documentation as a site in artifacts/site, made of `docs/` by VitePress. Its contents are those of docs/README.md.
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type AddressedManifest, addressesOfVersion, projectAddress } from "./addresses.ts";
import { packagedText, THEMED } from "./packaged-text.ts";
import { readManifest } from "./readable-manifest.ts";

const root = path.dirname(import.meta.dirname);
const read = (file: string) => readFileSync(path.join(root, file), "utf8").replaceAll("\r\n", "\n");

/** The folders in which the site is built; nothing of it is kept in Git. */
const PAGES = path.join(root, "artifacts/site-pages");
const SITE = path.join(root, "artifacts/site");

/** Pages of other folders, by their place on the site. */
const ELSEWHERE: Readonly<Record<string, string>> = { "CHANGELOG.md": "docs/changelog.md" };

/** The first screens of pages, before their text. */
const STARTS: Readonly<Record<string, object>> = {
  "docs/README.md": hero(
    "Write, check and deploy the Helm values of SAP's Kubernetes operator for multi-tenant CAP applications.",
    { "Get started": "/get-started", "Install with the chart": "/guides/install", Rules: "/reference/rules" },
  ),
  "docs/de/README.md": hero(
    "Schreiben, prüfen und installieren Sie die Helm-Values des Kubernetes-Operators von SAP für mandantenfähige CAP-Anwendungen.",
    {
      "Erste Schritte": "/get-started",
      "Mit dem Chart installieren": "/guides/install",
      Regeln: "/reference/rules",
    },
  ),
};

function hero(text: string, actions: Readonly<Record<string, string>>): object {
  const buttons = Object.entries(actions).map(([words, link], index) => ({
    text: words,
    link,
    theme: index === 0 ? "brand" : "alt",
  }));
  return { layout: "home", hero: { name: "CAP Operator Tools", text: "", tagline: text, actions: buttons } };
}

const STYLE = `.dark .in-light, html:not(.dark) .in-dark { display: none }
.vp-doc table { display: table; width: 100% } .vp-doc td { vertical-align: top; overflow-wrap: anywhere } .vp-doc td:first-child { min-width: 13.5em }
.VPHome .vp-doc.container { max-width: 900px }`;

const manifest = readManifest<AddressedManifest & { version: string; description: string }>(root);
const address = projectAddress(manifest);

/** A picture in the theme of the site, which a person can change: the element `picture` knows only that of the system. */
function inTwoThemes(_all: string, dark: string, alt: string, light: string): string {
  return `<img class="in-light" alt="${alt}" src="${light}"> <img class="in-dark" alt="${alt}" src="${dark}">`;
}

/** The text of a page as the site has it: links to what is not on the site point to the repository, or are words. */
function pageOfSite(file: string, files: readonly string[]): string {
  const themed = read(file).replace(THEMED, inTwoThemes);
  const isAtHand = (linked: string) => files.includes(linked) || linked.startsWith("docs/images/");
  // Braces in code are not for Vue, which makes the pages.
  const text = packagedText(themed, { file, isAtHand, address: addressesOfVersion(manifest) })
    .replace(/\]\(((?:\.{0,2}[\w-]*\/)*)README\.md/g, "]($1index.md")
    .replace(/`[^`\n]*\{\{[^`\n]*`/g, "$&{v-pre}");
  const start = STARTS[file];
  const front = start ?? { search: !file.startsWith("docs/project/") };
  return `---\n${JSON.stringify(front)}\n---\n\n${start === undefined ? "" : tour(file)}${text}`;
}

/** The walk of the README, above the contents of a first screen. */
function tour(file: string): string {
  const folder = file === "docs/README.md" ? "./images" : "../images";
  return `${inTwoThemes("", `${folder}/tour-dark.png`, "A values file is written, checked and fixed", `${folder}/tour.png`)}\n\n`;
}

interface Entry {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly Entry[];
}

/** The table of contents: the sections of docs/README.md with their links, and the rules below the page that lists them. */
function sidebar(): Entry[] {
  const linksOf = (text: string) =>
    [...text.matchAll(/\[([^\]]+)\]\(((?:[\w-]+\/)*[\w-]+)\.md\)/g)].map(([, words = "", link = ""]) => ({
      text: words.replaceAll("`", ""),
      link: `/${link}`,
    }));
  const rules = linksOf(read("docs/reference/rules.md")).map(({ text, link }) => ({
    text,
    link: `/reference${link}`,
  }));
  return read("docs/README.md")
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      text: section.slice(0, section.indexOf("\n")),
      collapsed: section.startsWith("Project"),
      items: linksOf(section).map((entry) =>
        entry.link === "/reference/rules" ? { ...entry, collapsed: true, items: rules } : entry,
      ),
    }));
}

/** The pages of other versions, as they are in the repository at the tag of each. */
function versions(): Entry[] {
  const tags = execFileSync("git", ["tag", "--list", "v*", "--sort=-version:refname"], {
    cwd: root,
    encoding: "utf8",
  });
  const others = tags.split("\n").filter((tag) => tag !== "" && tag !== `v${manifest.version}`);
  const changelog = { text: "Changelog", link: "/changelog" };
  if (address === undefined) return [changelog];
  return [
    changelog,
    { text: "Releases", link: `${address}/releases` },
    ...others.map((tag) => ({ text: tag, link: `${address}/blob/${tag}/docs/README.md` })),
  ];
}

/** The configuration of VitePress for a site at this path of its host. */
function configOf(base: string): object {
  return {
    title: "CAP Operator Tools",
    description: manifest.description,
    lang: "en",
    base,
    outDir: SITE,
    cacheDir: path.join(root, "artifacts/site-cache"),
    cleanUrls: true,
    head: [["style", {}, STYLE]],
    themeConfig: {
      search: { provider: "local" },
      outline: [2, 3],
      sidebar: sidebar(),
      nav: [
        { text: "Get started", link: "/get-started" },
        { text: "Rules", link: "/reference/rules" },
        { text: "Deutsch", link: "/de/" },
        { text: `Version ${manifest.version}`, items: versions() },
      ],
      ...(address !== undefined && { socialLinks: [{ icon: "github", link: address }] }),
      footer: { message: "An independent project. SAP is a trademark of SAP SE." },
    },
  };
}

const flag = process.argv.indexOf("--base");
const base = `/${flag < 0 ? "" : (process.argv[flag + 1] ?? "")}/`.replaceAll(/\/+/g, "/");
for (const folder of [PAGES, SITE]) rmSync(folder, { recursive: true, force: true });
const files = globSync("docs/**/*.md", { cwd: root }).map((file) => file.replaceAll(path.sep, "/"));
for (const [file, place] of [...files.map((file) => [file, file] as const), ...Object.entries(ELSEWHERE)]) {
  const target = path.join(PAGES, place.replace("docs/", "").replace("README.md", "index.md"));
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, pageOfSite(file, files));
}
cpSync(path.join(root, "docs/images"), path.join(PAGES, "images"), { recursive: true });
mkdirSync(path.join(PAGES, ".vitepress"));
writeFileSync(
  path.join(PAGES, ".vitepress/config.mjs"),
  `export default ${JSON.stringify(configOf(base), undefined, 2)};\n`,
);
execFileSync(process.execPath, [path.join(root, "node_modules/vitepress/bin/vitepress.js"), "build", PAGES], {
  cwd: root,
  stdio: "inherit",
});
const german = path.join(SITE, "de/index.html");
writeFileSync(german, readFileSync(german, "utf8").replace('<html lang="en"', '<html lang="de"'));
