import { expect, test } from "vitest";
import { exchangeBytes, GET, OK, RawClient, startGate } from "../../process/support/raw-client.ts";

const head = (...lines: string[]) => `${lines.join("\r\n")}\r\n\r\n`;
const get = (...lines: string[]) => head("GET /health HTTP/1.1", ...lines);
const host = "Host: localhost:9991";

test.for<[string, number, string]>([
  ["an absolute target with another host", 400, head("GET http://other/health HTTP/1.1", host)],
  ["a target that isn't a path", 400, head("GET health HTTP/1.1", host)],
  ["an asterisk", 400, head("OPTIONS * HTTP/1.1", host)],
  ["a space in the target", 400, head("GET /a b HTTP/1.1", host)],
  ["a control character in the target", 400, head("GET /a\x01b HTTP/1.1", host)],
  ["no version", 400, head("GET /health", host)],
  ["another version", 505, head("GET /health HTTP/2.0", host)],
  ["the preface of HTTP/2", 505, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["a method that isn't a token", 400, head("GE(T /health HTTP/1.1", host)],
  ["an unknown method", 405, head("FETCH /health HTTP/1.1", host)],
  ["CONNECT", 405, head("CONNECT /health HTTP/1.1", host)],
  ["no host", 400, head("GET /health HTTP/1.1", "Accept: */*")],
  ["no headers", 400, head("GET /health HTTP/1.1")],
  ["no host in HTTP/1.0", 400, head("GET /health HTTP/1.0", "Accept: */*")],
  ["two hosts", 400, get(host, host)],
  ["an empty host", 400, get("Host: ")],
  ["a quote in the host", 400, get('Host: a"b')],
  ["a path in the host", 400, get("Host: a/b")],
  ["credentials in the host", 400, get("Host: me@a")],
  ["a host that isn't a valid IPv4 address", 400, get("Host: 999.999.999.999")],
  ["a host that isn't a valid IPv6 address", 400, get("Host: [1:2]")],
  ["a host with an invalid port", 400, get("Host: a:65536")],
  ["two Content-Length headers", 400, get(host, "Content-Length: 1", "Content-Length: 1")],
  ["a list of content lengths", 400, get(host, "Content-Length: 1, 1")],
  ["a negative length", 400, get(host, "Content-Length: -1")],
  ["a signed length", 400, get(host, "Content-Length: +1")],
  ["a length in hex", 400, get(host, "Content-Length: 0x1")],
  ["an empty length", 400, get(host, "Content-Length:")],
  ["an unknown coding", 400, get(host, "Transfer-Encoding: gzip")],
  ["two codings", 400, get(host, "Transfer-Encoding: gzip, chunked")],
  ["chunked twice", 400, get(host, "Transfer-Encoding: chunked", "Transfer-Encoding: chunked")],
  ["chunks and a length", 400, get(host, "Transfer-Encoding: chunked", "Content-Length: 3")],
  ["chunks in HTTP/1.0", 400, head("POST /health HTTP/1.0", host, "Transfer-Encoding: chunked")],
  ["an unknown expectation", 417, get(host, "Expect: tea")],
  ["a space before a colon", 400, get(host, "X-A : b")],
  ["a folded header", 400, get(host, "X-A: b", " c")],
  ["a header without a colon", 400, get(host, "X-A")],
  ["a header without a name", 400, get(host, ": b")],
  ["a control character in a header", 400, get(host, "X-A: b\x00c")],
  ["a bare carriage return", 400, get(host, "X-A: b\rX-B: c")],
  ["a bare line feed", 400, get(host, "X-A: b\nX-B: c")],
  ["bare line feeds", 400, "GET /health HTTP/1.1\nHost: localhost\n\n"],
  ["a long header", 431, get(host, `X-A: ${"a".repeat(17_000)}`)],
  ["many headers", 431, get(host, ...Array.from({ length: 200 }, () => "X-A: b"))],
  ["more headers than a head has room for", 431, get(host, ...Array.from({ length: 9000 }, () => "X-A: b"))],
  ["an endless line", 431, "G".repeat(70_000)],
  ["many empty lines", 400, `${"\r\n".repeat(20)}${GET}`],
  ["a greeting of TLS", 400, "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
])("%s is refused with %i", async ([, status, text]) => {
  const { port, runtime } = await startGate();
  const answer = await exchangeBytes(port, text);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer.match(/HTTP\/1\.1 \d{3} /g)).toHaveLength(1);
  expect(answer.toLowerCase()).toContain("connection: close\r\n");
  const [, body = ""] = answer.split("\r\n\r\n");
  expect(JSON.parse(body)).toEqual({ result: "error", msg: expect.any(String), code: "BAD_REQUEST" });
  expect(runtime.connections).toEqual([]);
});

test.for<[string, string]>([
  ["raw bytes above ASCII", "GET /caf\xc3\xa9?\xff HTTP/1.1\r\nHost: localhost\r\nX-A: \xff\r\n\r\n"],
  ["odd characters", 'GET /a"<>\\^`{|}#?%zz HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ["a name with an underscore", get("Host: a_b.example.org:80")],
  ["an IPv6 address", get("Host: [::1]:9991")],
  ["an empty header", get(host, "X-A:")],
  ["tabs around a value", get("Host:\tlocalhost\t")],
  ["HTTP/1.0", head("GET /health HTTP/1.0", host, "Connection: keep-alive")],
  ["a long head", get(host, ...Array.from({ length: 60 }, () => `X-A: ${"a".repeat(1000)}`))],
])("%s is forwarded unchanged", async ([, text]) => {
  const { port, runtime } = await startGate();
  const client = new RawClient(port).say(text);
  await client.hears("\r\n\r\nok");
  const [line, ...rest] = text.split("\r\n");
  expect(runtime.heard).toBe([line, "x-parley-address: 127.0.0.1", ...rest].join("\r\n"));
  client.destroy();
});

test("a request target that is a URL of the same host is forwarded as a path", async () => {
  const { port, runtime } = await startGate();
  const client = new RawClient(port).say("GET http://LOCALHOST:9991?a=b HTTP/1.1\r\nHost: localhost:9991\r\n\r\n");
  await client.hears(OK);
  expect(runtime.heard).toMatch(/^GET \/\?a=b HTTP\/1.1\r\n/);
  client.destroy();
});

test("the gate replaces client address headers sent by the client", async () => {
  const { port, runtime } = await startGate();
  const spoofed = ["X-Parley-Address: 8.8.8.8", "Accept: */*", "x-parley-address:9.9.9.9"];
  const client = new RawClient(port).say(get(host, ...spoofed));
  await client.hears(OK);
  expect(runtime.heard).toBe(get("x-parley-address: 127.0.0.1", host, "Accept: */*"));
  client.destroy();
});

test("a head that arrives byte by byte is forwarded when it is complete", async () => {
  const { port, runtime } = await startGate();
  const client = new RawClient(port);
  client.socket.setNoDelay(true);
  for (const byte of `\r\n${GET}`) await new Promise((done) => client.socket.write(byte, done));
  await client.hears(OK);
  expect(runtime.heard).toMatch(/^GET \/health HTTP\/1.1\r\n/);
  expect(runtime.connections).toHaveLength(1);
  client.destroy();
});
