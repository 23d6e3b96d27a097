import { expect, test } from "vitest";
import { readMailServer } from "../../src/config/mail-server.ts";

const NONE = { login: null, tls: "by STARTTLS" };

test("readMailServer derives host, port, TLS and login from the URL", () => {
  expect(readMailServer("smtps://me%40example.org:p%2F%3F%23%40%3A%25@Mail.Example.org")).toEqual({
    ...{ host: "mail.example.org", port: 465, tls: "at once" },
    login: { user: "me@example.org", password: "p/?#@:%" },
  });
  expect(readMailServer("smtp://mail.example.org")).toEqual({ ...NONE, host: "mail.example.org", port: 587 });
  expect(readMailServer("smtp://10.1.2.3:25/")).toEqual({ ...NONE, host: "10.1.2.3", port: 25 });
  for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
    expect(readMailServer(`smtp://${host}:25?tls=none`)).toEqual({ host, port: 25, tls: "never", login: null });
  }
});

test("readMailServer accepts a separate password", () => {
  const login = (address: string) => {
    const server = readMailServer(address, "apart");
    return typeof server === "string" ? server : server.login?.password;
  };
  expect(login("smtps://me@mail.example.org")).toBe("apart");
  expect(login("smtps://me:own@mail.example.org")).toBe("own");
  expect(login("smtps://mail.example.org")).toBeUndefined();
});

test("readMailServer reports an invalid URL without its password", () => {
  for (const [address, fault] of [
    ["smtp://", "is not like"],
    ["smtp://me:se/cret@mail.example.org", "is not like"],
    ["smtp://me:secret@mail.example.org:587/inbox", "%2F"],
    ["smtp://me:secret#@mail.example.org", "%23"],
    ["smtp://me:secret@mail.example.org?tls=off", "%3F"],
    ["smtp://me:secret%@mail.example.org", "%25"],
    ["smtp://me:secret@mail.example.org?tls=none", "this machine"],
    ["smtps://me:secret@localhost?tls=none", "smtp://"],
    ["smtp://me:secret@localhost.example.org?tls=none", "this machine"],
  ] as const) {
    const said = readMailServer(address);
    expect(said, address).toContain(fault);
    expect(said).not.toMatch(/se\/?cret/);
  }
});
