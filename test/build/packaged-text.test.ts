import assert from "node:assert/strict";
import { test } from "node:test";
import { packagedText, withoutSections, withoutTests } from "../../build/packaged-text.ts";

const isAtHand = (file: string) => file === "docs/values.md" || file === "docs/rules/a.md";
const project = "https://code.example.org/group/project";
const address = { pages: `${project}/blob/v1.2.3`, pictures: `${project}/raw/v1.2.3` };

test("a link to a page that ships stays as it is", () => {
  const text = "See [values](../values.md#image-tag), [`a`](a.md) and [here](#there).";
  assert.equal(packagedText(text, { file: "docs/rules/a.md", isAtHand }), text);
});

test("without an address, a link to anything else becomes words, and a picture goes with its paragraph", () => {
  const text = "One, [two `[x]`](../bench/README.md#speed).\n\n![Three](images/three.png)\n\nFour.\n";
  assert.equal(packagedText(text, { file: "docs/install.md", isAtHand }), "One, two `[x]`.\n\nFour.\n");
  const instead = (words: string, file: string) => `*${words}* (${file})`;
  assert.equal(
    packagedText("[two](../bench/README.md)", { file: "docs/install.md", isAtHand, instead }),
    "*two* (bench/README.md)",
  );
});

test("with an address, links and pictures lead there", () => {
  assert.equal(
    packagedText("[two](../bench/README.md#speed) ![Three](images/three.png)", {
      file: "docs/install.md",
      isAtHand,
      address,
    }),
    `[two](${project}/blob/v1.2.3/bench/README.md#speed) ![Three](${project}/raw/v1.2.3/docs/images/three.png)`,
  );
});

const themed = `One.

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="images/three-dark.png">
  <img alt="Three" src="images/three.png">
</picture>

Four.
`;

test("of a picture in two themes, the dark one stays with an address, and none without", () => {
  const file = "docs/install.md";
  assert.equal(
    packagedText(themed, { file, isAtHand, address }),
    `One.\n\n![Three](${project}/raw/v1.2.3/docs/images/three-dark.png)\n\nFour.\n`,
  );
  assert.equal(packagedText(themed, { file, isAtHand }), "One.\n\nFour.\n");
  const code = `\`\`\`html\n${themed}\`\`\`\n`;
  assert.equal(packagedText(code, { file, isAtHand }), code);
});

test("links to the web stay, and nothing in code is a link", () => {
  const text = "[web](https://example.org) `[a](b.md)`\n\n```md\n[a](b.md)\n\n\n![c](d.png)\n```\n";
  assert.equal(packagedText(text, { file: "README.md", isAtHand: () => false }), text);
});

test("comments for contributors go", () => {
  const text = "# One\n\n<!-- Generated,\nby something -->\n\nText.\n";
  assert.equal(packagedText(text, { file: "README.md", isAtHand }), "# One\n\nText.\n");
});

test("sections go with their headings, up to the next one", () => {
  const text = "# One\n\nText.\n\n## Try it\n\n### Three\n\n## Four\n\nText.\n";
  assert.equal(withoutSections(text, ["Try it"]), "# One\n\nText.\n\n## Four\n\nText.\n");
});

test("names of tests go, with the column that has them", () => {
  const text =
    "One (`lsp/process`, `client/a-b`), `a/b` (`c`).\n\n| x | shown by |\n|---|---|\n| `y` | `lsp/z` |\n\n| a | b |\n|---|---|\n";
  assert.equal(withoutTests(text), "One, `a/b` (`c`).\n\n| x |\n|---|\n| `y` |\n\n| a | b |\n|---|---|\n");
});
