import { describe } from "node:test";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

describe("ambiguous-scalar", () => {
  finds(
    "what Helm reads differently from how it looks",
    `
    image:
      tag: 1.10
           ^^^^ warning[ambiguous-scalar] Helm reads 1.10 as the number 1.1. Put it in quotes if you mean the text.
    controller:
      image: {tag: 0755}
                   ^^^^ warning[ambiguous-scalar] Helm reads 0755 as the number 493.
    subscriptionServer:
      image: {tag: 1e3}
                   ^^^ warning[ambiguous-scalar] Helm reads 1e3 as the number 1000.
      meshSystemNamespace: on
                           ^^ warning[ambiguous-scalar] Helm reads on as the boolean true.
    webhook:
      image: {tag: 0x1F}
                   ^^^^ warning[ambiguous-scalar] Helm reads 0x1F as the number 31.
      service: {port: 0443}
                      ^^^^ warning[ambiguous-scalar] Helm reads 0443 as the number 291. Write 443 if you mean the decimal number.
  `,
  );
  passes(
    "file modes, which people write in octal",
    `
    controller:
      volumes:
        - name: a
          configMap: {name: a, defaultMode: 0400, items: [{key: b, path: b, mode: 0755}]}
        - name: b
          secret: {secretName: b, defaultMode: 0600}
      volumeMounts:
        - {name: a, mountPath: /a}
        - {name: b, mountPath: /b}
  `,
  );
  passes(
    "quoted strings, and strings that stay strings",
    `
    image: {tag: "1.10"}
    controller: {image: {tag: 1.10.1}}
    webhook: {image: {tag: v1e3}}
    podAnnotations: {since: 2024-01-01}
  `,
  );
});

describe("ambiguous-scalar: quick fixes", () => {
  mends(
    "keeps the text as it was written",
    "image:\n  tag: $01.10 # read as 1.1\n",
    'Quote: "1.10"',
    'image:\n  tag: "1.10" # read as 1.1\n',
  );
  mends("at the end of a file", "image: {tag: $00755}", 'Quote: "0755"', 'image: {tag: "0755"}');
  mends(
    "a number stays a number",
    "webhook:\n  service: {port: $00443}\n",
    "Change to 443",
    "webhook:\n  service: {port: 443}\n",
  );
  offers("several zeros are one number", "tolerations:\n  - {effect: NoExecute, tolerationSeconds: $000}\n", [
    "*Change to 0",
  ]);
});
