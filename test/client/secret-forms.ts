/** A text of a program with something in it that must not be shown. */
export interface SecretForm {
  readonly text: string;
  readonly secret: string;
}

const LETTERS = "q7ZkP2mXw9RtB4vLc8NdJ5hYg3Fs6TaQe1UoKiEx";
const some = (length: number) => LETTERS.repeat(9).slice(0, length);
const hex = (length: number) =>
  "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08".repeat(3).slice(0, length);
const upper = (length: number) => some(length).toUpperCase();
const lower = (length: number) => some(length).toLowerCase();
/** A text that is a secret only by its place. */
const PLAIN = "hunter2-correct-horse";
const BASE64 = Buffer.from(`${PLAIN}, and battery staple`).toString("base64");

/** Tokens as the providers write them; they are put together here, so that nobody takes them for real ones. */
const TOKENS: readonly string[] = [
  `AKIA${upper(16)}`,
  `ASIA${upper(16)}`,
  `${some(20)}/${some(7)}+${some(11)}`,
  `FwoGZXIvYXdz${some(120)}==`,
  `AIza${some(33)}-_`,
  `ya29.${some(60)}`,
  `GOCSPX-${some(28)}`,
  `1//0${some(40)}`,
  `${some(3)}8Q~${some(34)}`,
  lower(52),
  `${some(86)}==`,
  `ghp_${some(36)}`,
  `gho_${some(36)}`,
  `ghu_${some(36)}`,
  `ghs_${some(36)}`,
  `ghr_${some(36)}`,
  `github_pat_${some(22)}_${some(59)}`,
  `glpat-${some(20)}`,
  `gldt-${some(20)}`,
  `glrt-${some(20)}`,
  `glcbt-64_${some(20)}`,
  `glptt-${hex(40)}`,
  `glft-${some(20)}`,
  `xoxb-123456789012-1234567890123-${some(24)}`,
  `xoxp-123456789012-123456789012-123456789012-${hex(32)}`,
  `xapp-1-A0123456789-1234567890123-${hex(64)}`,
  `sk_live_${some(24)}`,
  `rk_live_${some(24)}`,
  `sk_test_${some(24)}`,
  `whsec_${some(32)}`,
  `SK${hex(32)}`,
  `SG.${some(22)}.${some(43)}`,
  `key-${hex(32)}`,
  `npm_${some(36)}`,
  `pypi-AgEIcHlwaS5vcmc${some(60)}`,
  `rubygems_${hex(48)}`,
  `dckr_pat_${some(27)}`,
  `dckr_oat_${some(32)}`,
  `hvs.${some(24)}`,
  `hvb.${some(90)}`,
  `s.${some(24)}`,
  `dop_v1_${hex(64)}`,
  `doo_v1_${hex(64)}`,
  `HRKU-${hex(8)}-${hex(4)}-${hex(4)}-${some(12)}`,
  `sk-${some(48)}`,
  `sk-proj-${some(48)}`,
  `sk-ant-api03-${some(80)}`,
  `hf_${some(34)}`,
  `dapi${hex(32)}`,
  `glsa_${some(32)}_${hex(8)}`,
  `glc_eyJvIjoi${some(60)}`,
  `NRAK-${upper(27)}`,
  `shpat_${hex(32)}`,
  `sq0atp-${some(22)}`,
  `EAAA${some(60)}`,
  `123456789:AA${some(33)}`,
  `lin_api_${some(40)}`,
  `ntn_${some(46)}`,
  `ATATT3xFfGF0${some(170)}=1A2B3C4D`,
  `figd_${some(40)}`,
  `PMAK-${hex(24)}-${hex(34)}`,
  `pul-${hex(40)}`,
  `${some(14)}.atlasv1.${some(60)}`,
  `AKCp${some(69)}`,
  `sntrys_eyJpYXQi${some(60)}`,
  `dp.pt.${some(43)}`,
  `AGE-SECRET-KEY-1${upper(58)}`,
  `eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJzeXN0ZW0${some(20)}.${some(86)}`,
];

/** Keys under which people and charts keep secrets. */
const NAMES: readonly string[] = [
  "password",
  "adminPassword",
  "db.password",
  "POSTGRES_PASSWORD",
  "passwd",
  "pwd",
  "passphrase",
  "clientSecret",
  "client_secret",
  "secretKey",
  "token",
  "access_token",
  "refreshToken",
  "api-key",
  "apiKey",
  "privateKey",
  "tls.key",
  "client-key-data",
  "encryption_key",
  "signingKey",
  "credentials",
  "auth",
  "licence",
  "licenseKey",
  "connectionString",
  "kennwort",
];

/** The ways to write a value after its key. */
const NAMED: readonly ((name: string) => string)[] = [
  (name) => `${name}: ${PLAIN}`,
  (name) => `got map[port:4000 ${name}:${PLAIN} x:y]`,
  (name) => `failed to create patch: unable to parse "{\\"spec\\":{\\"${name}\\":\\"${PLAIN}\\"}}"`,
  (name) => `{"kind":"Config","${name}":"${PLAIN}","port":4000}`,
];

/** Whole texts, with `PLAIN` where the secret is. */
const TEXTS: readonly string[] = [
  `failed to create patch: invalid merge of {"data":{"password":"${PLAIN}"}}`,
  `failed to create patch: "data":{"user":"${PLAIN}"}`,
  `Secret "a" is invalid: data[a]: Invalid value: "{\\"stringData\\":{\\"a\\":\\"${PLAIN}\\"}}"`,
  `patch: Invalid value: "map[conf:${PLAIN}]"`,
  `apiVersion: v1\nkind: List\nitems:\n- kind: Secret\n  stringData:\n    a: ${PLAIN}\n    b: ${PLAIN}`,
  `kind: Secret\ndata:\n  a: ${PLAIN}\n  b: |\n    ${PLAIN}`,
  `{"kind":"List","items":[{"kind":"Secret","data":{"a":"${PLAIN}"}}]}`,
  `&Secret{Data:map[string][]byte{"a": "${PLAIN}"}}`,
  `.stringData.pin: expected string, got &value.valueUnstructured{Value:${PLAIN}}`,
  `login failed for bob with password: ${PLAIN}`,
  `the password is ${PLAIN}`,
  `user bob pw ${PLAIN} refused`,
  `mysql -u root -p ${PLAIN}`,
  `helm registry login -u me -p${PLAIN} host`,
  `helm registry login --username me --password ${PLAIN}`,
  `helm upgrade --set x.token=${PLAIN}`,
  `Authorization: Bearer ${PLAIN}`,
  `sent with bearer ${PLAIN}`,
  `Authorization: Basic ${BASE64}`,
  `Set-Cookie: session=${PLAIN}; Path=/`,
  `X-Vault-Token: ${PLAIN}`,
  `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${PLAIN}`,
  `Endpoint=sb://a.example.org/;SharedAccessKeyName=a;SharedAccessKey=${PLAIN}`,
  `Server=db;User Id=a;Password=${PLAIN};`,
  `jdbc:postgresql://h/d?user=a&password=${PLAIN}`,
  `postgres://u:${PLAIN}@h:5432/d`,
  `redis://:${PLAIN}@h:6379/0`,
  `amqp://u:${PLAIN}@h/v`,
  `mongodb+srv://u:${PLAIN}@h/d`,
  `u:${PLAIN}@tcp(db:3306)/x`,
  `proxyconnect tcp: dial http://u:${PLAIN}@proxy.example.org:3128: refused`,
  `Get "https://${PLAIN}@host/x.tgz": dial tcp: refused`,
  `Get "https://u:${PLAIN}@host/index.yaml": dial tcp: refused`,
  `Head "https://h/x.tgz?sig=${PLAIN}": EOF`,
  `Head "https://h/x.tgz?code=${PLAIN}&x=1": EOF`,
  `Head "https://h/x.tgz?key=${PLAIN}": EOF`,
  `Head "https://h/x.tgz?sv=1&sp=${PLAIN}": EOF`,
  `Head "https://h/x.tgz?X-Amz-Credential=a&X-Amz-Signature=${PLAIN}": EOF`,
  `Head "https://h/x.tgz#access=${PLAIN}": EOF`,
  `oci://user:p@ss/${PLAIN}@rd@host/chart: not found`,
  `apiVersion: v1\nkind: Config\nusers:\n- name: a\n  user:\n    token: ${PLAIN}`,
  `apiVersion: v1\nkind: Config\nusers:\n- name: a\n  user:\n    client-key-data: ${BASE64}\n    password: ${PLAIN}`,
  `.dockerconfigjson: {"auths":{"r":{"auth":"${PLAIN}"}}}`,
  `{"auths":{"r":{"auth":"${PLAIN}"}}}`,
  `USER-SUPPLIED VALUES:\ndb:\n  password: ${PLAIN}\n  secret: |-\n    ${PLAIN}`,
  `password: >-\n  ${PLAIN}\n  ${PLAIN}`,
  `tokens:\n- ${PLAIN}\n- ${PLAIN}`,
  `"my password" : ${PLAIN}`,
  `PASSWORD ${PLAIN}`,
  `pass\u200bword=${PLAIN}`,
  `password%3D${PLAIN}`,
  `password => ${PLAIN}`,
  `got password="two words ${PLAIN}"`,
  `- at '/adminPassword': '${PLAIN}' does not match pattern '^x'`,
  `- at '/tokens/0': value '${PLAIN}' is refused`,
];

const PEM: readonly string[] = ["RSA ", "EC ", "DSA ", "OPENSSH ", "ENCRYPTED ", "", "PGP "].flatMap(
  (kind) => {
    const [begin, end] = [`-----BEGIN ${kind}PRIVATE KEY`, `-----END ${kind}PRIVATE KEY`].map((text) =>
      kind === "PGP " ? `${text} BLOCK-----` : `${text}-----`,
    );
    return [
      `${begin}\n${PLAIN}\n${PLAIN}\n${end}`,
      `key: "${begin}\\n${PLAIN}\\n${end}\\n"`,
      `cannot parse ${begin}\n${PLAIN}`,
    ];
  },
);

const ENCODED: readonly string[] = [
  BASE64,
  BASE64.replaceAll("=", ""),
  `"${BASE64}"`,
  `ca: ${Buffer.from(PEM[0] ?? "").toString("base64")}`,
  `x ${Buffer.from(some(50)).toString("base64url")}`,
  hex(32),
  hex(40),
  hex(64),
  hex(64).toUpperCase(),
];

/** Texts in which a secret is recognized by its name, its form or its place. */
export const SECRET_FORMS: readonly SecretForm[] = [
  ...TOKENS.flatMap((token) => [
    { text: `cannot use ${token} here`, secret: token },
    { text: `{"x":"${token}"}`, secret: token },
  ]),
  ...NAMES.flatMap((name) => NAMED.map((write) => ({ text: write(name), secret: PLAIN }))),
  ...[...TEXTS, ...PEM].map((text) => ({ text, secret: text.includes(PLAIN) ? PLAIN : BASE64 })),
  ...ENCODED.map((text) => ({ text, secret: text.replace(/^\w+:? |"/g, "") })),
].map(({ text, secret }) => ({ text, secret: secret.slice(0, 24) }));

/** Texts with a secret that nothing distinguishes from a word: only what is known is logged. */
export const WORDS: readonly SecretForm[] = [
  "conf: WORD",
  "WORD",
  "log in with WORD",
  "STATUS: a=WORD",
  "STATUS: WORD",
  "NOTES: WORD",
  "WARNING: WORD",
  "Warning: would violate PodSecurity WORD",
  "Error: WORD",
  "Error from server (Forbidden): WORD",
  "configmap/a created WORD",
  "W1126 11:00:00.000000   12 warnings.go:70] WORD",
  "2026/11/26 11:00:00 WORD",
  "level=WARN msg=WORD",
  "coalesce.go:286: warning: cannot overwrite table with non table for a.b (map[c:WORD])",
].map((text) => ({ text: text.replace("WORD", PLAIN), secret: PLAIN }));
