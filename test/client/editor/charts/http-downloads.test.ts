import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Server } from "node:net";
import { afterEach, test } from "node:test";
import { isUnprotected } from "../../../../client/charts/plain-http.ts";
import { httpDownloads } from "../../../../client/editor/charts/http-downloads.ts";
import { networkTrouble } from "../../../../client/helm/network-trouble.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function hostOf(server: Server): Promise<string> {
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const failure = async (url: string) => {
  try {
    return (await httpDownloads.text(url)).text;
  } catch (error) {
    return (error as Error).message;
  }
};

test("what is at an address is fetched", async () => {
  const host = await hostOf(createServer((_, answer) => answer.end("kind: Namespace\n")));
  const url = `http://${host}/manifest.yaml`;
  // Printed by `printf 'kind: Namespace\\n' | sha256sum`.
  const digest = "e25209b6e6c1f782b78132b008b475de169b9153540f2d59a52d4c0e44d15571";
  assert.deepEqual(await httpDownloads.text(url), { text: "kind: Namespace\n", from: url, digest });
});

test("redirects are followed, and the address that answered is reported", async () => {
  const host = await hostOf(
    createServer((request, answer) => {
      if (request.url === "/there") answer.end("x");
      else answer.writeHead(302, { location: "/there" }).end();
    }),
  );
  assert.equal((await httpDownloads.text(`http://${host}/here`)).from, `http://${host}/there`);
});

test("no redirect leads to where the answer could be tampered with, or in a circle", async () => {
  const away = await hostOf(
    createServer((_, answer) => answer.writeHead(301, { location: "http://attacker.invalid/m" }).end()),
  );
  assert.match(
    await failure(`http://${away}/m`),
    /could not be fetched: it is redirected to attacker\.invalid without TLS\.$/,
  );
  const circle = await hostOf(createServer((_, answer) => answer.writeHead(302, { location: "/m" }).end()));
  assert.match(await failure(`http://${circle}/m`), /: it is redirected more than 5 times\.$/);
});

test("a redirect to an address with a password is refused, and nobody is told the password", async () => {
  for (const location of ["https://ada:hunter2@example.invalid/m?sig=abc", "//ada:hunter2@127.0.0.1:1/m"]) {
    const host = await hostOf(createServer((_, answer) => answer.writeHead(302, { location }).end()));
    const message = await failure(`http://${host}/m`);
    assert.match(message, /: it is redirected to an address with a user or password\.$/);
    assert.doesNotMatch(message, /ada|hunter2|abc/);
  }
});

test("no more than 5 MB of an answer are read, however much the server sends", async () => {
  const part = Buffer.alloc(100_000, "a");
  const sends = async (parts: number) => {
    const host = await hostOf(
      createServer(async (_, answer) => {
        for (let sent = 0; sent < parts && !answer.destroyed; sent++) {
          if (!answer.write(part)) await Promise.race([once(answer, "drain"), once(answer, "close")]);
        }
        answer.end();
      }),
    );
    return failure(`http://${host}/m`);
  };
  assert.equal((await sends(50)).length, 5_000_000);
  assert.match(await sends(100), /could not be fetched: it is larger than 5 MB\.$/);
});

test("only http beyond this machine counts as unprotected", () => {
  for (const address of [
    "https://a.example.org",
    "http://localhost:8080/x",
    "http://127.0.0.1",
    "http://[::1]:1/",
    "./chart",
  ])
    assert.equal(isUnprotected(address), false, address);
  for (const address of ["http://a.example.org", "HTTP://10.0.0.1/x", "http://localhost.attacker.invalid"])
    assert.equal(isUnprotected(address), true, address);
});

test("a host that does not exist is named in words", async () => {
  assert.equal(
    await failure("https://releases.no-such-host.invalid/m.yaml"),
    "https://releases.no-such-host.invalid/m.yaml could not be fetched: no host releases.no-such-host.invalid found.",
  );
});

test("a host that refuses, one without TLS and one that hangs up are told apart", async () => {
  const closed = createSocketServer();
  const refusing = await hostOf(closed);
  closed.close();
  await once(closed, "close");
  assert.equal(
    await failure(`http://${refusing}/m.yaml`),
    `http://${refusing}/m.yaml could not be fetched: ${refusing} refused the connection.`,
  );
  const plain = await hostOf(createServer((_, answer) => answer.end("x")));
  assert.match(await failure(`https://${plain}/m`), new RegExp(`: ${plain} does not use TLS\\.$`));
  const rude = await hostOf(createSocketServer((socket) => socket.destroy()));
  assert.match(await failure(`http://${rude}/m`), new RegExp(`: ${rude} closed the connection\\.$`));
});

test("what the server answers is shown as it is", async () => {
  const host = await hostOf(createServer((_, answer) => answer.writeHead(404).end()));
  assert.match(await failure(`http://${host}/m`), /: the server answered 404 Not Found\.$/);
});

for (const [said, why] of [
  ["getaddrinfo ENOTFOUND charts.example.org", "no host charts.example.org found"],
  ["dial tcp: lookup charts.example.org on 10.0.0.53:53: no such host", "no host charts.example.org found"],
  ["getaddrinfo EAI_AGAIN charts.example.org", "the name charts.example.org could not be resolved"],
  ["connect ECONNREFUSED 10.0.0.1:443", "the.host refused the connection"],
  ["dial tcp 10.0.0.1:443: connect: connection refused", "the.host refused the connection"],
  ["Error UND_ERR_CONNECT_TIMEOUT Connect Timeout Error", "the.host did not answer in time"],
  ["net/http: TLS handshake timeout", "the.host did not answer in time"],
  ["CERT_HAS_EXPIRED certificate has expired", "the certificate of the.host has expired"],
  [
    "SELF_SIGNED_CERT_IN_CHAIN self-signed certificate in certificate chain",
    "the certificate of the.host is not trusted on this machine",
  ],
  [
    "tls: failed to verify certificate: x509: certificate signed by unknown authority",
    "the certificate of the.host is not trusted on this machine",
  ],
  [
    "x509: certificate is valid for a.example.org, not b.example.org",
    "the certificate of the.host is for another name",
  ],
  [
    "proxyconnect tcp: dial tcp: lookup proxy on 10.0.0.53:53: no such host",
    "the proxy could not be reached",
  ],
  ["it is larger than 5 MB", undefined],
] as const) {
  test(`of the network: ${said}`, () => assert.equal(networkTrouble(said, "the.host"), why));
}
