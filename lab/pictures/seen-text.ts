import type { Frame, Page } from "playwright-core";

/** A part of the window, in pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The text in a part of the window. */
export interface SeenText {
  /** The texts that are whole, by lines. */
  readonly read: string;
  /** Those of which a part is outside of what is shown, or behind something else. */
  readonly cut: string;
}

/** The text in a part of the window, pages in frames included; nothing that is hidden, or behind a question. */
export async function seenText(page: Page, area: Area): Promise<SeenText> {
  // A question dims whatever is behind it; of frames, that is all.
  const isAsked = await page.locator(".monaco-dialog-modal-block").isVisible();
  const frames = isAsked ? [page.mainFrame()] : page.frames();
  const texts = await Promise.all(frames.map((frame) => textIn(frame, area)));
  const joined = (lines: readonly string[]) => lines.join("\n").replaceAll("\u00a0", " ");
  return { read: joined(texts.map(({ read }) => read)), cut: joined(texts.map(({ cut }) => cut)) };
}

const NOTHING: SeenText = { read: "", cut: "" };

async function textIn(frame: Frame, area: Area): Promise<SeenText> {
  const offset = await offsetOf(frame);
  if (offset === undefined) return NOTHING;
  const inFrame = { ...area, x: area.x - offset.x, y: area.y - offset.y };
  return frame.evaluate(readIn, inFrame).catch(() => NOTHING);
}

/** The position of a frame in the window; undefined if the frame is not shown. */
async function offsetOf(frame: Frame): Promise<{ readonly x: number; readonly y: number } | undefined> {
  if (frame.parentFrame() === null) return { x: 0, y: 0 };
  const element = await frame.frameElement().catch(() => undefined);
  const box = (await element?.isVisible()) ? await element?.boundingBox() : undefined;
  return box ?? undefined;
}

/** Runs in the page. */
function readIn(area: Area): SeenText {
  const edges = { left: area.x, top: area.y, right: area.x + area.width, bottom: area.y + area.height };
  /** The part of the window in which an element can be seen. */
  const windowOf = (element: Element) => {
    let { left, top, right, bottom } = edges;
    for (let current: Element | null = element; current; current = current.parentElement) {
      if (getComputedStyle(current).overflow === "visible") continue;
      const edge = current.getBoundingClientRect();
      left = Math.max(left, edge.left);
      top = Math.max(top, edge.top);
      right = Math.min(right, edge.right);
      bottom = Math.min(bottom, edge.bottom);
    }
    return { left, top, right, bottom };
  };
  /** True if an element hides those behind it; others in front only take clicks. */
  const hides = (element: Element) =>
    element.matches(".monaco-dialog-modal-block") ||
    /^rgb\(|, (?:1|0\.9\d*)\)$/.test(getComputedStyle(element).backgroundColor);
  /** The number of places, of three in a box, that have something else in front of them. */
  const covered = (element: Element, { left, top, right, bottom }: typeof edges) =>
    [left + 2, (left + right) / 2, right - 2].filter((x) => {
      const found = document.elementsFromPoint(x, (top + bottom) / 2);
      const front = found.find(
        (candidate) => candidate.contains(element) || element.contains(candidate) || hides(candidate),
      );
      return front !== undefined && !front.contains(element) && !element.contains(front);
    }).length;
  /** The text that styles write into a line, other than icons. */
  const written = (line: Element) =>
    [...line.querySelectorAll("span")]
      .map((part) => /^"([ -~\u00a0]+)"$/.exec(getComputedStyle(part, "::before").content)?.[1] ?? "")
      .join("");
  /** True if the editor itself shortens a text with an ellipsis. */
  const isShortened = (element: Element, block: Element | null) => {
    for (
      let current: Element | null = element;
      current;
      current = current === block ? null : current.parentElement
    )
      if (getComputedStyle(current).textOverflow === "ellipsis") return true;
    return false;
  };
  interface Block {
    readonly isLine: boolean;
    readonly box: DOMRect;
    readonly begins: string;
    end: number;
    read: string;
    cut: string;
    hidden: boolean;
  }
  const blocks = new Map<Element | null, Block>();
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const parent = node.parentElement;
    const text = (node.nodeValue ?? "").replaceAll("\u200b", "");
    if (text === "" || !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const seen = windowOf(parent);
    const inside = {
      left: Math.max(box.left, seen.left),
      top: Math.max(box.top, seen.top),
      right: Math.min(box.right, seen.right),
      bottom: Math.min(box.bottom, seen.bottom),
    };
    if (inside.right - inside.left < 2 || inside.bottom - inside.top < 2) continue;
    const isWhole =
      box.left >= seen.left - 1 &&
      box.top >= seen.top - 1 &&
      box.right <= seen.right + 1 &&
      box.bottom <= seen.bottom + 1;
    const element = parent.closest(".view-line, div, p, li, td, th, h1, h2, h3, pre");
    const isLine = element?.matches(".view-line") === true;
    const block = blocks.get(element) ?? {
      isLine,
      box,
      begins: isLine ? written(element) : "",
      end: box.bottom,
      read: "",
      cut: "",
      hidden: false,
    };
    blocks.set(element, block);
    if (box.top > block.end - 3) block.read += "\n";
    block.end = box.bottom;
    const behind = covered(parent, inside);
    if (behind === 3) block.hidden = true;
    else if (isWhole && behind === 0) block.read += text;
    else if (behind > 0 || !isShortened(parent, element)) block.cut += text;
  }
  const all = [...blocks.values()].sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
  const isBroken = ({ isLine, hidden, read }: Block) => isLine && hidden && read.trim() !== "";
  const broken = all.filter((block) => block.cut.trim() !== "" || isBroken(block));
  return {
    read: all.map(({ begins, read }) => (read === "" ? "" : begins + read)).join("\n"),
    cut: broken.map(({ read, cut }) => `${read}${cut}`).join("\n"),
  };
}
