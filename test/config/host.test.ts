import { describe, expect, test } from "vitest";
import { isOwnOrigin, originFor, siteOf, subdomainOf } from "../../src/config/host.ts";
import { isLoopback } from "../../src/config/loopback.ts";

const own = { rootDomain: "localhost", site: null };
const served = { rootDomain: "localhost", site: "http://localhost:9991" };
const named = { rootDomain: "chat.example", site: "https://chat.example" };

describe("subdomainOf", () => {
  test.each([
    ["chat.example", ""],
    ["Chat.Example.:443", ""],
    ["yard.chat.example", "yard"],
    ["a.b.chat.example", undefined],
    ["-.chat.example", undefined],
    ["evil.example", undefined],
    ["chat.example.evil.example", undefined],
    ["evilchat.example", undefined],
    ["127.0.0.1:9991", undefined],
  ])("resolves a host of a server with a domain: %s", (host, subdomain) => {
    expect(subdomainOf(host, named)).toBe(subdomain);
  });

  test.each([
    ["localhost:9991", ""],
    ["yard.localhost:9991", "yard"],
    ["192.168.1.7:9991", ""],
    ["mymachine", ""],
    ["[::1]:9991", ""],
  ])("resolves a host of a local server: %s", (host, subdomain) => {
    expect(subdomainOf(host, own)).toBe(subdomain);
  });
});

test.each([
  ["", own, "http://localhost"],
  ["yard", own, "http://yard.localhost"],
  ["", served, "http://localhost:9991"],
  ["yard", served, "http://yard.localhost:9991"],
  ["yard", named, "https://yard.chat.example"],
  ["yard", { ...named, site: "https://chat.example:8443" }, "https://yard.chat.example:8443"],
  ["", { ...own, site: "http://192.168.1.7:9991" }, "http://192.168.1.7:9991"],
  ["yard", { ...own, site: "http://192.168.1.7:9991" }, "http://yard.localhost:9991"],
])("siteOf(%j, %j) returns %s", (subdomain, config, address) => {
  expect(siteOf(subdomain, config)).toBe(address);
});

test.each([
  ["http://localhost:9991", served, "http://localhost:9991"],
  ["http://192.168.1.7:9991", served, "http://192.168.1.7:9991"],
  ["https://parley.account.workers.dev", own, "https://parley.account.workers.dev"],
  ["http://chat.example", named, "https://chat.example"],
  // A proxy in front of the server terminates TLS.
  ["http://chat.example", { ...own, site: "https://chat.example" }, "https://chat.example"],
  ["http://localhost:9991", { ...own, site: "https://chat.example" }, "http://localhost:9991"],
])("originFor a request to %s under %j returns %s", (came, config, address) => {
  const { host, protocol } = new URL(came);
  expect(originFor("", { host, protocol }, config)).toBe(address);
});

test.each([
  ["localhost:9991", true],
  ["yard.localhost", true],
  ["127.0.0.1:9991", true],
  ["127.255.0.9", true],
  ["[::1]:9991", true],
  ["localhost.evil.example", false],
  ["127.0.0.1.evil.example", false],
  ["evil-localhost", false],
  ["192.168.1.7:9991", false],
  ["0.0.0.0:9991", false],
])("isLoopback(%s) returns %s", (host, is) => {
  expect(isLoopback(host)).toBe(is);
});

test.each([
  [
    "https://chat.example.org",
    "https://chat.example.org",
    { rootDomain: "chat.example.org", site: "https://chat.example.org" },
    true,
  ],
  [
    "http://chat.example.org",
    "https://chat.example.org",
    { rootDomain: "chat.example.org", site: "https://chat.example.org" },
    false,
  ],
  ["http://localhost:9991", "http://localhost:9991", { rootDomain: "localhost", site: "http://localhost:9991" }, true],
  [
    "https://localhost:9991",
    "http://localhost:9991",
    { rootDomain: "localhost", site: "http://localhost:9991" },
    false,
  ],
  ["https://box.lan", "http://box.lan", { rootDomain: "localhost", site: "http://localhost:9991" }, true],
  ["https://box.lan", "http://box.lan", { rootDomain: "localhost", site: null }, true],
  ["http://other.lan", "http://box.lan", { rootDomain: "localhost", site: null }, false],
  ["null", "http://box.lan", { rootDomain: "localhost", site: null }, false],
])("isOwnOrigin(%s, %s, %j) returns %s", (origin, own, config, isOwn) =>
  expect(isOwnOrigin(origin, own, config)).toBe(isOwn),
);
