import type { Socket } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { bundleAnew } from "../../src/cli/server-bundle/server-bundle.ts";
import { createRuntime, workerdExecutable } from "../../src/cli/workerd/workerd.ts";
import type { Told, Trial } from "../mail/trial.ts";
import { makeData, removeData, root } from "./support/launch.ts";
import { AUTHORITY, FITTING, LOGIN, mailServer, OTHER, scriptedServer } from "./support/mail-server.ts";

const data = makeData();
let workerPort = 0;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  // Read by Miniflare when it is loaded below.
  vi.stubEnv("NODE_EXTRA_CA_CERTS", AUTHORITY);
  const runtime = await createRuntime(
    { data: { path: data, runtime: workerdExecutable, temporary: data }, compatibilityDate: "2026-09-01", vars: {} },
    { open: (opened) => (workerPort = opened), shut() {}, end() {} },
  );
  ends.push(runtime.stop);
  await runtime.serve(await bundleAnew(root, "test/mail/smtp-worker.ts"));
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all(ends.map((end) => end()));
  await removeData(data);
});

const LETTER = "Subject: Hello\r\n\r\n.\r\n..two\r\nOne.\r\n";
const CREDENTIALS = `${encodeURIComponent(LOGIN.user)}:${encodeURIComponent(LOGIN.password)}`;
/** Long enough for the steps that a busy machine answers. */
const SILENT = { stepMs: 3000, takeMs: 3000 };

async function send(address: string, more: Partial<Trial> = {}): Promise<Told> {
  const envelope = { from: "chat@example.org", to: "nina@example.org" };
  const patience = { stepMs: 200_000, takeMs: 200_000 };
  const body = JSON.stringify({ address, envelope, letter: LETTER, patience, ...more } satisfies Trial);
  const response = await fetch(`http://127.0.0.1:${workerPort}/`, { method: "POST", body });
  return (await response.json()) as Told;
}

async function started(...options: Parameters<typeof mailServer>) {
  const server = await mailServer(...options);
  ends.push(server.stop);
  return server;
}

async function scripted(...script: Parameters<typeof scriptedServer>[0]) {
  const server = await scriptedServer(script);
  return { ...server, address: `smtp://localhost:${server.port}?tls=none` };
}

test("an email arrives unchanged without TLS on this machine, with STARTTLS and with implicit TLS", async () => {
  const plain = await started({ disabledCommands: ["STARTTLS"], allowInsecureAuth: true });
  const upgraded = await started({ ...FITTING, authOptional: false, authMethods: ["LOGIN"] });
  const secure = await started({ ...FITTING, secure: true, authOptional: false });
  const ways = [
    { server: plain, address: `smtp://127.0.0.1:${plain.port}?tls=none` },
    { server: upgraded, address: `smtp://${CREDENTIALS}@localhost:${upgraded.port}` },
    { server: secure, address: `smtps://${CREDENTIALS}@127.0.0.1:${secure.port}` },
  ];
  for (const { server, address } of ways) {
    const told = await send(address);
    expect(told).toEqual({ heard: expect.arrayContaining([expect.stringMatching(/^> \(the email, \d+ bytes\)$/)]) });
    expect(server.received).toEqual([{ from: "chat@example.org", to: ["nina@example.org"], content: LETTER }]);
    expect(server.behavior.secured).toBe(server === plain ? 0 : 1);
    const said = JSON.stringify(told);
    for (const secret of [LOGIN.password, btoa(LOGIN.user)]) expect(said).not.toContain(secret);
  }
});

test("[security 13.16] no email or password is sent with a mismatched certificate or without TLS", async () => {
  const upgraded = await started({ ...OTHER });
  const secure = await started({ ...OTHER, secure: true });
  const plain = await started({ disabledCommands: ["STARTTLS"], allowInsecureAuth: true });
  const untrusted = "its certificate is not valid for that name";
  for (const [address, message] of [
    [`smtp://${CREDENTIALS}@localhost:${upgraded.port}`, untrusted],
    [`smtps://${CREDENTIALS}@localhost:${secure.port}`, untrusted],
    [`smtp://${CREDENTIALS}@localhost:${plain.port}`, "offers no TLS"],
  ] as const) {
    const { heard, error } = await send(address);
    expect(error).toMatchObject({ message: expect.stringContaining(message), refuses: "nothing" });
    expect(heard.join("\n")).not.toMatch(/> AUTH|MAIL FROM/);
  }
  expect([upgraded, secure, plain].flatMap(({ received }) => received)).toEqual([]);
  // Data sent before TLS could come from an attacker in between.
  const early = await scripted("220 hi\r\n", "250-hi\r\n250 STARTTLS\r\n", "220 go\r\n250 AUTH PLAIN\r\n");
  const { error } = await send(`smtp://${CREDENTIALS}@localhost:${early.port}`);
  expect(error?.message).toBe("the mail server speaks before TLS has begun");
  expect(await send(`smtp://mail.example.org?tls=none`)).toMatchObject({
    error: { message: expect.stringContaining("on this machine alone") },
  });
});

test("a refused login or a temporary failure is retryable, a rejected email or address is permanent", async () => {
  const server = await started({ ...FITTING });
  const address = `smtp://${CREDENTIALS}@localhost:${server.port}`;
  server.behavior.password = "another";
  expect((await send(address)).error).toEqual({
    message: "the mail server answers 535 to AUTH",
    said: "5.7.8 Error: authentication failed",
    refuses: "nothing",
  });
  server.behavior.password = LOGIN.password;
  const answers = [
    [451, "4.7.1 Greylisted, come again", "nothing"],
    [550, "5.1.1 No such user", "address"],
    [554, "5.7.1 Relay access denied", "letter"],
  ] as const;
  for (const [code, said, refuses] of answers) {
    server.behavior.refuse = () => [code, said];
    const { heard, error } = await send(address);
    expect(heard.at(-2)).toBe("> QUIT");
    expect(error).toEqual({
      message: `the mail server answers ${code} to RCPT TO`,
      said,
      refuses,
    });
  }
  server.behavior.refuse = () => undefined;
  const large = await send(address, { letter: `Subject: x\r\n\r\n${"0123456789\r\n".repeat(100_000)}` });
  expect(large.error).toMatchObject({ message: expect.stringMatching(/answers 552/), refuses: "letter" });
  expect(server.received).toEqual([]);
});

test("a server that goes silent at any step is abandoned in time", async () => {
  const steps = ["220 hi\r\n", "250 hi\r\n", "250 ok\r\n", "250 ok\r\n", "354 go\r\n", "250 taken\r\n"];
  const names = ["the greeting", "EHLO", "MAIL FROM", "RCPT TO", "DATA", "DATA"];
  const abandoned = names.map(async (name, index) => {
    const server = await scripted(...steps.slice(0, index), null);
    const { error } = await send(server.address, { patience: SILENT });
    expect(error, name).toMatchObject({ message: `the mail server does not answer (${name})`, refuses: "nothing" });
    await server.stop();
  });
  await Promise.all(abandoned);
  // The email was accepted, so a missing reply to QUIT doesn't cause a retry.
  const silent = await scripted(...steps, null);
  expect((await send(silent.address, { patience: SILENT })).error).toBeUndefined();
  const tls = await scripted((socket: Socket) => void socket.on("data", () => {}));
  const { error } = await send(`smtps://localhost:${tls.port}`, { patience: SILENT });
  expect(error?.message).toMatch(/^(the mail server does not answer \(connecting\)|no connection to)/);
});

test("a server that disconnects, never stops sending, or breaks the protocol is abandoned", async () => {
  const endless = (socket: Socket) => void socket.write(`250-${"x".repeat(100)}\r\n`.repeat(1000));
  for (const [script, message] of [
    [[], "the connection to the mail server broke off"],
    [["220 hi\r\n"], "the connection to the mail server broke off"],
    [["HTTP/1.1 400 Bad Request\r\n"], "the mail server does not speak SMTP"],
    [["220 hi\r\n", endless], "the mail server says more than 16384 bytes"],
    [["220 hi\r\n", `250 ${"x".repeat(20_000)}`], "the mail server says more than 16384 bytes"],
    [["421 4.3.2 Come later\r\n"], "the mail server answers 421 to the greeting"],
  ] as const) {
    const server = await scripted(...script);
    expect((await send(server.address)).error?.message).toBe(message);
  }
  expect((await send("smtp://localhost:1?tls=none")).error?.message).toBe("no connection to localhost:1");
});

test("an address can't inject commands, and a non-ASCII one is sent only to a server that supports it", async () => {
  const server = await started({ disabledCommands: ["STARTTLS"] });
  const address = `smtp://localhost:${server.port}?tls=none`;
  const to = (given: string) => send(address, { envelope: { from: "chat@example.org", to: given } });
  for (const wrong of ["a@b>\r\nRCPT TO:<c@d", "a b@c.org", "nobody", "a@b@c d", "a@b\u0000"]) {
    expect((await to(wrong)).error).toMatchObject({ refuses: "address" });
  }
  expect(server.received).toEqual([]);
  expect((await to("jörg@exämple.org")).error).toBeUndefined();
  expect(server.received.map(({ to }) => to)).toEqual([["jörg@exämple.org"]]);
  const old = await scripted("220 hi\r\n", "250 hi\r\n");
  expect((await send(old.address, { envelope: { from: "a@b.org", to: "jörg@b.org" } })).error).toMatchObject({
    message: expect.stringContaining("only addresses in ASCII"),
    refuses: "address",
  });
});

test("a large email arrives complete, and so do many sent at once", async () => {
  const server = await started({ disabledCommands: ["STARTTLS"] });
  const address = `smtp://localhost:${server.port}?tls=none`;
  const large = `Subject: x\r\n\r\n${".0123456789\r\n".repeat(70_000)}`;
  const letters = [large, ...Array.from({ length: 30 }, (_, index) => `Subject: ${index}\r\n\r\nOne.\r\n`)];
  const told = await Promise.all(letters.map((letter) => send(address, { letter })));
  expect(told.map(({ error }) => error).filter(Boolean)).toEqual([]);
  expect(server.received.map(({ content }) => content).sort()).toEqual([...letters].sort());
});
