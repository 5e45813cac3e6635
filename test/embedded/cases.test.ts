// Special cases of values in the documents of other products, as files; where a product's behaviour decides, the case names the source.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { load } from "js-yaml";
import { asked, embeddedClient } from "./client.ts";

interface Case {
  readonly case: string;
  readonly path?: string;
  readonly text: string;
  readonly crlf?: boolean;
  readonly places?: readonly string[];
  readonly finds?: readonly string[];
  readonly fixed?: string;
}

const cases = ["cases.yaml", "terraform.yaml"].flatMap(
  (name) => load(readFileSync(new URL(name, import.meta.url), "utf8")) as readonly Case[],
);

suite("values in the documents of other products", async () => {
  const client = await embeddedClient();
  for (const { case: name, path = "apps/cop.yaml", places, finds = [], crlf = false, ...texts } of cases) {
    test(name, async () => {
      const [text, fixed] = [texts.text, texts.fixed].map((content) =>
        crlf ? content?.replaceAll("\n", "\r\n") : content,
      );
      const answer = await asked(client, path, text ?? "");
      assert.deepEqual(answer.problems, finds, JSON.stringify(answer.items.map(({ message }) => message)));
      if (places) assert.deepEqual(answer.status.embedded?.map(({ place }) => place) ?? [], places);
      else assert.ok(answer.status.embedded);
      if (fixed !== undefined) assert.equal(answer.fixed, fixed);
    });
  }
});
