import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { repository } from "../../support/repository.ts";
import { serveWebWorkbench } from "../../support/web/web-workbench.ts";
import { openPage } from "../../support/workbench/browser.ts";
import { Person } from "../../support/workbench/person.ts";

const FILE = "cap-operator-values.yaml";

test("a person writes values in a browser, and reads why nothing is installed from there", async () => {
  const chart = ["Chart.yaml", "values.yaml"].map((name) => {
    const content = readFileSync(path.join(repository, "examples/chart", name));
    return [`own/${name}`, content] as const;
  });
  const workbench = await serveWebWorkbench({ files: new Map([[FILE, Buffer.from("\n")], ...chart]) });
  const { page, close } = await openPage(workbench.host);
  const person = new Person(page, "workspace");
  try {
    await page.goto(workbench.address);
    // The explorer names files without a path if they are on no disk.
    await page.locator(`.explorer-folders-view [role=treeitem][aria-label^="${FILE}"]`).dblclick();
    await person.isIn(FILE);
    await person.types("# cap-operator: values chart=./own\n");
    // Keys that every installation needs come first in the list, so that this one is further down: a person types its first letters.
    await person.types("contr");
    await person.suggestions.asksFor();
    await person.suggestions.picks("controller");
    await person.seesText(person.editor(FILE), "controller:");
    await person.suggestions.asksFor();
    await person.suggestions.picks("replicas");
    await person.presses("Escape", "End");
    await person.types("\nreplicaz: 2\n");
    await person.seesUnderline("warning");
    assert.match(await person.readsHoverOf("replicas", "whole number"), /Chart, line \d+/);
    await person.keepsPicture("browser-values");
    // Nothing can search this file system: what is built in does not wait for that.
    for (const command of ["Use Chart...", "Upgrade Values to Chart Version..."]) {
      await person.runsCommand(`CAP Operator: ${command}`);
      await person.quickPick("cap-operator 0.34.0").first().waitFor();
      await person.presses("Escape");
      await person.isAskedNothing();
    }
    await page.locator(".activitybar .action-label[aria-label^='CAP Operator']").click();
    await page
      .locator(".part.sidebar .welcome-view-content")
      .filter({ hasText: "Installing needs Helm and kubectl" })
      .waitFor();
    await person.presses("F1");
    await person.types("CAP Operator: ");
    const offered = page.locator(".quick-input-widget .monaco-list-row");
    await offered.filter({ hasText: "New Values File" }).first().waitFor();
    assert.equal(
      await offered.filter({ hasText: /Install|Roll Back|Show Status|Prerequisites|Refresh/ }).count(),
      0,
    );
    await person.keepsPicture("browser-commands");
  } catch (error) {
    await person.keepsPicture("failed-browser");
    throw error;
  } finally {
    await close();
    await workbench.stop();
  }
});
