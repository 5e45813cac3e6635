import type { Frame, Page } from "playwright-core";

/** A part of the window, in pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The text that can be read in a part of the window, pages in frames included: nothing that is cut, covered by its container or hidden. */
export async function seenText(page: Page, area: Area): Promise<string> {
  const texts = await Promise.all(page.frames().map((frame) => textIn(frame, area)));
  return texts.join("\n").replaceAll("\u00a0", " ").replaceAll("\u200b", "");
}

async function textIn(frame: Frame, area: Area): Promise<string> {
  const offset = await offsetOf(frame);
  if (offset === undefined) return "";
  const inFrame = { ...area, x: area.x - offset.x, y: area.y - offset.y };
  return frame.evaluate(readIn, inFrame).catch(() => "");
}

/** Where a frame is in the window; nothing if it is not shown. */
async function offsetOf(frame: Frame): Promise<{ readonly x: number; readonly y: number } | undefined> {
  if (frame.parentFrame() === null) return { x: 0, y: 0 };
  const element = await frame.frameElement().catch(() => undefined);
  const box = (await element?.isVisible()) ? await element?.boundingBox() : undefined;
  return box ?? undefined;
}

/** Runs in the page. */
function readIn(area: Area): string {
  const seen: string[] = [];
  let lastBlock: Element | null = null;
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const parent = node.parentElement;
    const text = node.nodeValue ?? "";
    if (text === "" || !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    let { left, top, right, bottom } = {
      left: area.x,
      top: area.y,
      right: area.x + area.width,
      bottom: area.y + area.height,
    };
    for (let at: Element | null = parent; at; at = at.parentElement) {
      if (getComputedStyle(at).overflow === "visible") continue;
      const edge = at.getBoundingClientRect();
      left = Math.max(left, edge.left);
      top = Math.max(top, edge.top);
      right = Math.min(right, edge.right);
      bottom = Math.min(bottom, edge.bottom);
    }
    const isWhole =
      box.left >= left - 1 && box.top >= top - 1 && box.right <= right + 1 && box.bottom <= bottom + 1;
    if (!isWhole || box.width === 0) continue;
    const block = parent.closest(".view-line, div, p, li, td, th, h1, h2, h3, pre");
    if (block !== lastBlock) seen.push("\n");
    lastBlock = block;
    seen.push(text);
  }
  return seen.join("");
}
