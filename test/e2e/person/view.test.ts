import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { type Desk, sitDown } from "./desk.ts";

describe("a person who opens the view of the cluster", () => {
  let desk: Desk;
  before(async () => {
    desk = await sitDown({ ready: false });
  });
  after(() => desk?.leave());
  afterEach((test) => desk.tidyUp(test));

  it("is told that no cluster was looked at, and after a refresh why none could be", async () => {
    const { page } = desk.person;
    await page.locator('.activitybar [aria-label^="CAP Operator"]').first().click();
    const view = page.locator(".part.sidebar");
    const line = (text: string) => view.locator(".monaco-list-row", { hasText: text }).first();
    await line("No cluster read yet").waitFor();
    await line("Releases").waitFor();
    await desk.person.keepsPicture("view-before-refresh");
    await line("No cluster read yet").click();
    await line("No kubeconfig found").waitFor();
    await desk.person.keepsPicture("view-without-kubeconfig");
    assert.equal(await page.locator(".notifications-toasts .notification-list-item").count(), 0);
  });
});
