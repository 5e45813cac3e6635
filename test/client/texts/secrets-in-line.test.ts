import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { array, constantFrom, assert as holds, property, string, tuple } from "fast-check";
import { commandLine, lineRedactor, redactText } from "../../../client/texts/redact.ts";
import { effort } from "../../support/effort.ts";

const S = "hunter2secretvalue";
const BASE64 = "aHVudGVyMnNlY3JldHZhbHVlaHVudGVyMnNlY3JldHZhbHVl";

/** Lines by what they are, and what of them must not be shown, if it is not `S`. */
const LINES: readonly (readonly [kind: string, line: string, secret?: string])[] = [
  ["a token as the user of an address", `https://ghp_${S}@host/x.tgz`],
  ["a signature in an address", `https://h/x?sig=${S}`],
  ["a code in an address", `https://h/x?code=${S}`],
  ["a key in an address", `https://h/x?key=${S}`],
  ["a presigned address", `https://h/x?X-Amz-Credential=a&X-Amz-Signature=${S}`],
  ["a parameter of any name", `https://h/x?sv=1&sp=${S}`],
  ["a fragment", `Get "https://h/x#access=${S}": dial tcp`],
  ["a password with signs in an address", `oci://user:p@ss/${S}@rd@host`],
  ["a user without a scheme", `user:${S}@tcp(db:3306)/x`],
  ["an address of a database", `dsn: postgres://u:${S}@h/d`],
  ["a password in JDBC", `jdbc:postgresql://h/d?user=a&password=${S}`],
  ["a password in a sentence", `login failed for bob with password: ${S}`],
  ["a password that is", `the password is ${S}`],
  ["pw", `user bob pw ${S} refused`],
  ["data in JSON with a brace", `{"data":{"tls.key":"a}b-${S}"}}`],
  ["a token of GitLab", "glpat-abcdefghij0123456789", "glpat-abc"],
  ["a token of GitHub", "ghp_abcdefghij0123456789ABCDEFGHIJ0123", "ghp_abc"],
  ["a fine-grained token of GitHub", "github_pat_11ABCDEFG0abcdefghij_kl", "github_pat_11"],
  ["a key of AWS", "AKIAIOSFODNN7EXAMPLE", "AKIAIOS"],
  ["a secret of AWS", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "wJalr"],
  ["hexadecimal digits", "deadbeefcafebabedeadbeefcafebabedeadbeefcafebabe", "deadbeef"],
  ["a token of Slack", "xoxb-123456789012-abcdefghijklmnop", "xoxb-1"],
  ["a token of npm", "npm_abcdefghijklmnopqrstuvwxyz0123456789", "npm_abc"],
  ["a key of Stripe", "sk_live_abcdefghijklmnopqrst", "sk_live"],
  ["a key of Google", "AIzaSyA-abcdefghijklmnopqrstuvwxyz01234", "AIzaSy"],
  ["a token of Vault", "hvs.abcdefghijklmnopqrstuvwx", "hvs.abc"],
  ["a token of Docker", "dckr_pat_abcdefghijklmnopqrstuvwx", "dckr_pat_a"],
  ["base64 without padding", `licence ${BASE64.slice(0, 36)}`, BASE64.slice(0, 20)],
  ["base64 for addresses", `x ${BASE64}_a-`, BASE64.slice(0, 20)],
  [
    "PEM in a line",
    `cert -----BEGIN RSA PRIVATE KEY-----\\n${BASE64}\\n-----END RSA PRIVATE KEY----- rest`,
    BASE64,
  ],
  ["PEM after PEM", `-----END PRIVATE KEY----- -----BEGIN PRIVATE KEY-----${S}`],
  ["a key of PGP", `-----BEGIN PGP PRIVATE KEY BLOCK-----\n${S}`],
  ["a key of OpenSSH", `-----BEGIN OPENSSH PRIVATE KEY-----\n${S}`],
  ["a key in YAML", `tls.key: ${S}`],
  ["a key of a kubeconfig", `client-key-data: ${S}`],
  ["logins of Docker", `.dockerconfigjson: {"auths":{"r":{"auth":"${S}"}}}`],
  ["auth", `"auth": "${S}"`],
  ["a licence", `  licence: ${S}`],
  ["data in braces", `  stringData: {a: ${S}}`],
  ["data in a map", `map[data:map[a:${S}]]`],
  ["a map with spaces", `map[password:two ${S}]`],
  ["a patch", `patch: Invalid value: "{\\"stringData\\":{\\"a\\":\\"${S}\\"}}"`],
  ["a map that is refused", `patch: Invalid value: "map[conf:${S}]"`],
  ["a cookie", `got Cookie: a=b; session=${S}`],
  ["a cookie that is set", `Set-Cookie: a=${S}`],
  ["a header", `X-Auth: ${S}`],
  ["a header of Vault", `X-Vault-Token: ${S}`],
  ["-p", `mysql -p ${S}`],
  ["-p without a space", `helm registry login -p${S}`],
  ["a quote in a password", `password="a\\"b" ${S}`],
  ["a password with a space", `password=two ${S}`],
  ["a block", `password: |\n  ${S}`],
  ["a folded block", `  token: >-\n    ${S}`],
  ["a quotation of two lines", `  token: "abc\n    ${S}"`],
  ["a list below", `tokens:\n  - ${S}`],
  ["a list below that is not indented", `tokens:\n- ${S}`],
  ["a key in quotes", `"my password" : ${S}`],
  ["upper case", `PASSWORD ${S}`],
  ["German", `kennwort: ${S}`],
  ["a name in a name", `dbPwd: ${S}`],
  ["psw", `psw: ${S}`],
  ["a key of Azure", `DefaultEndpointsProtocol=https;AccountKey=${S}`],
  ["a shared key", `SharedAccessKey=${S}`],
  ["an entry", `--set x.token=${S}`],
  ["a character without width", `pass\u200bword=${S}`],
  ["a carriage return", `a\rpassword ${S}`],
  ["a tab", `password:\t${S}`],
  ["an arrow", `password => ${S}`],
  ["no space", `password:${S}`],
  ["escaped JSON", `{\\"password\\":\\"${S}\\"}`],
  ["JSON that is escaped twice", `{\\\\\\"password\\\\\\":\\\\\\"${S}\\\\\\"}`],
  ["an encoded address", `password%3D${S}`],
  ["a long line", `${"x ".repeat(3900)} password: ${S}`],
  ["Go", `&Secret{Data:map[string][]byte{"a": "${S}"}}`],
];

describe("a line of a log does not show", () => {
  for (const [kind, line, secret = S] of LINES) {
    test(kind, () => assert.ok(!redactText(line).includes(secret), redactText(line)));
  }

  test("a secret in a command line", () => {
    const calls = [
      ["pull", "--", `https://ghp_${S}@host/x.tgz`],
      ["pull", "--", `https://h/x.tgz?sv=${S}`],
      ["upgrade", "--set-json", `token={"b":"${S}"}`],
      ["upgrade", "--set", `a=1,dbcred.password=${S}`],
      ["registry", "login", "--password", S],
    ];
    for (const args of calls) assert.ok(!commandLine({ program: "helm", args }).includes(S), args.join(" "));
  });

  test("any value after the name of a secret, however it is written and whatever is around it", () => {
    const names = [
      "password",
      "adminPassword",
      "clientSecret",
      "api-key",
      "db.token",
      "tls.key",
      "credentials",
    ];
    const forms: readonly ((name: string, value: string) => string)[] = [
      (name, value) => `${name}=${value}`,
      (name, value) => `${name}: ${value}`,
      (name, value) => `- ${name}: ${value}`,
      (name, value) => `x: 1, "${name}": "${value}"`,
      (name, value) => `{\\"${name}\\": \\"${value}\\"}`,
      (name, value) => `map[a:b ${name}:${value}]`,
      (name, value) => `${name}:\n  - a\n  - ${value}`,
      (name, value) => `${name}: >\n\n  ${value}`,
      (name, value) => `https://h/x?a=b&${name}=${value.replace(/\s/g, "+")}`,
      (name, value) => `--${name} ${value}`,
    ];
    const secret = tuple(string({ maxLength: 20 }), string({ maxLength: 20 })).map(
      ([before, after]) => `${before.replace(/[\r\n]/g, "")}Zq7Zq7${after.replace(/[\r\n]/g, "")}`,
    );
    const anyForm = constantFrom(...forms);
    holds(
      property(anyForm, constantFrom(...names), secret, (form, name, value) => {
        const shown = redactText(form(name, value));
        assert.ok(!shown.includes("Zq7Zq7"), shown);
      }),
      effort(3000),
    );
  });
});

test("a line is hidden alike in one text and as it arrives", () => {
  holds(
    property(array(constantFrom(...LINES.map(([, line]) => line), "a: b", "  - x")), (lines) => {
      const text = lines.join("\n");
      assert.equal(text.split("\n").map(lineRedactor()).join("\n"), redactText(text));
    }),
    effort(300),
  );
});

/**
 * An expression takes time in proportion to the text if it has no endless part, or only one, at its beginning, since it is tried at
 * one place. Everything else in these files moves on through the line.
 */
test("no expression that looks for secrets takes more than one walk through a line", () => {
  for (const name of ["redact", "secrets-in-line", "opaque", "log-line"]) {
    const source = readFileSync(new URL(`../../../client/texts/${name}.ts`, import.meta.url), "utf8");
    const expressions =
      source.match(/(?<=[\s(])\/(?![/*\s])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\n\\[])+\/[a-z]*/g) ?? [];
    assert.ok(expressions.length > 0, name);
    for (const expression of expressions) {
      const bare = expression.replace(/\\./g, "c").replace(/\[[^\]]*\]/g, "c");
      const endless = bare.match(/[*+]|\{\d+,\}/g) ?? [];
      assert.ok(endless.length === 0 || (endless.length === 1 && /^\/\^\(?c[*+]/.test(bare)), expression);
    }
    assert.ok(!/new RegExp/.test(source), "an expression that is put together cannot be checked");
  }
});

/** Parts of lines that a search could read again and again. */
const SHAPES: readonly string[] = [
  "password",
  "password ",
  "password: ",
  "password is expired ",
  "password: wrong ",
  "pw 1 ",
  "token: a ",
  "secret/a: x ",
  "data: ",
  "data",
  "-p ",
  "a=",
  "=",
  " ",
  "-",
  "a:",
  "a@",
  "https://",
  "https://u@",
  "?",
  '"',
  "'x': ",
  "bearer ",
  "sk-",
  "ghp_ ",
  "xghp_/",
  "A1b",
  "-----BEGIN ",
  "-----END PRIVATE KEY ",
  "Invalid value: ",
  "value.valueUnstructured{",
  "\u200b",
  "AAAA",
];

test("what is read to find secrets grows with the length of a line", () => {
  for (const shape of SHAPES) {
    const [half, whole] = [3900, 7800].map((length) => charactersRead(shape.repeat(length).slice(0, length)));
    assert.ok((whole ?? 0) <= 2.2 * (half ?? 0) + 1000, `${JSON.stringify(shape)}: ${half} -> ${whole}`);
  }
});

/** The number of characters on which expressions are tried while a line is searched. */
function charactersRead(line: string): number {
  const { exec } = RegExp.prototype;
  let read = 0;
  RegExp.prototype.exec = function (text) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, text);
    // At its place, an expression is tried on once; elsewhere, up to what it finds.
    read += found ? found.index + found[0].length - from : this.sticky ? 1 : text.length - from;
    return found;
  };
  try {
    redactText(line);
  } finally {
    RegExp.prototype.exec = exec;
  }
  return read;
}
