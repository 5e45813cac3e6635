// `npm run docs:picture`: takes the picture of a pull request's annotations, from what the built command line says.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { repository } from "../support/repository.ts";
import { launchChromium } from "../support/workbench/chromium.ts";
import { withSource } from "./picture-source.ts";
import { makePullRequest } from "./pull-request.ts";
import { pullRequestPage } from "./pull-request-page.ts";

const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-picture-"));
const browser = await launchChromium();
try {
  const html = pullRequestPage(await makePullRequest(folder));
  const page = await browser.newPage({ viewport: { width: 960, height: 400 } });
  await page.setContent(html);
  const png = await page.screenshot({ fullPage: true });
  writeFileSync(path.join(repository, "docs/images/pull-request.png"), withSource(png, html));
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
