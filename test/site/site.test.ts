// The documentation as a site, as `npm run docs:site` has built it: no dead link, and five pages and the search in a browser.
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { RULES } from "../../server/core/rules/table.ts";
import { repository } from "../support/repository.ts";
import { launchChromium } from "../support/workbench/chromium.ts";

const site = path.join(repository, "artifacts/site");
const pages = globSync("**/*.html", { cwd: site }).map((file) => file.replaceAll(path.sep, "/"));
const textOf = new Map(pages.map((page) => [page, readFileSync(path.join(site, page), "utf8")]));
const anchorsOf = new Map(
  [...textOf].map(([page, text]) => [
    page,
    new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)),
  ]),
);

/** The file for a path of the site, as a host of static pages finds it. */
function fileAt(pathname: string): string | undefined {
  const name = decodeURIComponent(pathname).replace(/^\//, "");
  return [name, `${name}.html`, path.posix.join(name, "index.html")].find(
    (file) => existsSync(path.join(site, file)) && statSync(path.join(site, file)).isFile(),
  );
}

/** Describes the fault of an address on a page; `undefined` if its target exists. */
function problemOf(page: string, address: string): string | undefined {
  if (/^(?:https:|mailto:|data:)/.test(address)) return undefined;
  const { origin, pathname, hash } = new URL(address.replaceAll("&amp;", "&"), `http://site/${page}`);
  if (origin !== "http://site") return "the scheme is not https";
  const file = fileAt(pathname);
  if (file === undefined) return "no such page";
  const isThere = hash === "" || anchorsOf.get(file)?.has(decodeURIComponent(hash.slice(1)));
  return isThere ? undefined : "no such anchor";
}

test("every page of docs/ is a page of the site, and each rule has an address that stays", () => {
  const files = globSync("docs/**/*.md", { cwd: repository }).map((file) =>
    file
      .replaceAll(path.sep, "/")
      .replace("docs/", "/")
      .replace(/README\.md$|\.md$/, ""),
  );
  assert.deepEqual(
    files.filter((file) => fileAt(file) === undefined),
    [],
  );
  for (const { code } of RULES) assert.match(textOf.get(`reference/rules/${code}.html`) ?? "", /<h1/);
});

test("every link and every picture of every page leads to a page and an anchor that exist", () => {
  const found = [...textOf].flatMap(([page, text]) =>
    [...text.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, address = ""]) => ({ page, address })),
  );
  assert.ok(found.length > 5_000, `${found.length}`);
  const broken = found.flatMap(({ page, address }) => {
    const problem = problemOf(page, address);
    return problem === undefined ? [] : [`${page}: ${address}: ${problem}`];
  });
  assert.deepEqual([...new Set(broken)], []);
});

test("a dead link would be noticed", () => {
  assert.equal(problemOf("guides/install.html", "../operations/security"), undefined);
  assert.equal(problemOf("guides/install.html", "/operations/insecurity"), "no such page");
  assert.equal(problemOf("index.html", "/reference/values-published#controller-replicas"), undefined);
  assert.equal(problemOf("index.html", "/reference/values-published#controller-replica"), "no such anchor");
});

let browser: Browser;
let address = "";
const server = createServer(({ url = "/" }, response) => {
  const file = fileAt(new URL(url, "http://site").pathname);
  const types: Readonly<Record<string, string>> = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
  };
  if (file === undefined) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": types[path.extname(file)] ?? "application/octet-stream" });
  response.end(readFileSync(path.join(site, file)));
});

before(async () => {
  browser = await launchChromium();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(async () => {
  await browser.close();
  server.close();
});

/** Opens a page in a window of a usual size, in which nothing may fail. */
async function open(at: string, see: (page: Page) => Promise<void>, colorScheme: "light" | "dark" = "light") {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme });
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("response", (response) => response.status() >= 400 && faults.push(response.url()));
  await page.goto(`${address}${at}`);
  await see(page);
  assert.deepEqual(faults, []);
  await page.close();
}

/** True if the element is visible without scrolling. */
async function isOnScreen(page: Page, selector: string): Promise<boolean> {
  const box = await page.locator(selector).first().boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= 800;
}

for (const [start, words] of [
  ["/", "Get started"],
  ["/de/", "Erste Schritte"],
] as const) {
  test(`${start} offers "${words}" on the first screen, and it leads there`, () =>
    open(start, async (page) => {
      const button = `.VPHero a:has-text("${words}")`;
      assert.ok(await isOnScreen(page, button));
      await page.click(button);
      await page.waitForURL("**/get-started");
      await page.locator("h1", { hasText: "Get started" }).waitFor();
    }));
}

test("the German start page is declared as German, the others as English", () => {
  assert.match(textOf.get("de/index.html") ?? "", /<html lang="de"/);
  assert.match(textOf.get("index.html") ?? "", /<html lang="en"/);
});

test("a link of a hover leads to the row of the key, which can be read without scrolling sideways", () =>
  open("/reference/values-published#controller-replicas", async (page) => {
    await page.waitForFunction(() => {
      const { top = -1 } = document.getElementById("controller-replicas")?.getBoundingClientRect() ?? {};
      return top >= 0 && top < innerHeight;
    });
    const [wide, room] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    assert.equal(wide, room);
    const cell = await page.locator("tr:has(#controller-replicas) td:last-child").boundingBox();
    assert.ok((cell?.width ?? 0) > 250, `${cell?.width}`);
  }));

test("a page shows the pictures of the theme that is in use, and the version with its changelog", () =>
  open(
    "/guides/install",
    async (page) => {
      const shown = await page
        .locator("main img:visible")
        .evaluateAll((all) => all.map((one) => one.getAttribute("src")));
      assert.ok(shown.length > 0 && shown.every((source) => source?.includes("-dark.")), shown.join());
      await page.getByRole("button", { name: /^Version \d+\.\d+\.\d+/ }).hover();
      await page.getByRole("link", { name: "Changelog" }).click();
      await page.locator("h1", { hasText: "Changelog" }).waitFor();
    },
    "dark",
  ));

for (const code of ["unknown-key", "request-exceeds-limit", "certificate-config-incomplete"]) {
  test(`a search for ${code} finds the page of the rule first`, () =>
    open("/operations/troubleshooting", async (page) => {
      await page.locator("#local-search button").click();
      await page.locator("#localsearch-input").fill(code);
      await page.locator(`.results li:first-child a[href$="/reference/rules/${code}#${code}"]`).click();
      await page.locator("h1", { hasText: code }).waitFor();
    }));
}
