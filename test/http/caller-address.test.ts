import { expect, test } from "vitest";
import { callerAddress } from "../../src/http/caller-address.ts";

test.each([
  [null, "unknown"],
  ["", "unknown"],
  ["192.0.2.1", "192.0.2.1"],
  ["192.0.2.1:4711", "192.0.2.1"],
  ["203.0.113.9, 198.51.100.2, 192.0.2.1", "192.0.2.1"],
  ["192.0.2.1, ", "unknown"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2:ffff::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["[2001:db8:1:2::5]:443", "2001:db8:1:2::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["somebody", "somebody"],
  ["some:body", "some:body"],
])("caller address %j counts as %s", (header, address) => {
  const headers = new Headers(header === null ? {} : { "X-Real-IP": header });
  expect(callerAddress(headers, { addressHeader: "X-Real-IP" })).toBe(address);
});

test("[security 14.5] only the configured address header is trusted", () => {
  const headers = new Headers({ "X-Forwarded-For": "192.0.2.1", "CF-Connecting-IP": "192.0.2.1" });
  expect(callerAddress(headers, { addressHeader: null })).toBe("unknown");
});
