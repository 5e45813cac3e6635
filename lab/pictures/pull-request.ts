import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { launchChromium } from "../../test/support/workbench/chromium.ts";
import { withPalette } from "./encode.ts";
import { makePullRequest } from "./pull-request-change.ts";
import { pullRequestPage } from "./pull-request-page.ts";
import { filesOf, PICTURES, THEMES } from "./table.ts";
import { writePicture } from "./write-picture.ts";

/** Takes the picture of a pull request's annotations, from what the built command line reports. Its files name the page that they show. */
export async function takePullRequest(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-picture-"));
  const browser = await launchChromium();
  try {
    const html = pullRequestPage(await makePullRequest(folder));
    const page = await browser.newPage({ viewport: { width: 960, height: 400 } });
    await page.setContent(html);
    const missing = PICTURES.pullRequest.shows.filter((text) => !html.includes(text));
    if (missing.length > 0) throw new Error(`The pull request does not show ${missing.join(", ")}.`);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      const png = await page.screenshot({ fullPage: true });
      writePicture(filesOf(PICTURES.pullRequest)[theme], withPalette(png));
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
