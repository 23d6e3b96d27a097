import { expect, test } from "vitest";
import { packCredentials, unpackCredentials } from "../../../src/realm/events/relays/packed-credentials.ts";
import { type Credentials, hashKey } from "../../../src/rpc/credentials.ts";

const [keyHash, tokenHash] = [hashKey("a key"), hashKey("a session")];

test.each<Credentials>([
  { by: "key", email: "iris@example.com", keyHash, wellFormed: true, ip: "203.0.113.7" },
  { by: "key", email: null, keyHash, wellFormed: false },
  { by: "key", email: "", keyHash, wellFormed: true, ip: "" },
  { by: "key", email: "почта🙂@example.com", keyHash, wellFormed: true, ip: "2001:db8:0:0:0:0:0:1" },
  { by: "session", tokenHash, doubt: null },
  { by: "grant", tokenHash },
  { by: "grant", tokenHash, ip: "203.0.113.7" },
  { by: "session", tokenHash, doubt: null, ip: "203.0.113.7" },
  { by: "session", tokenHash, doubt: "another site", ip: "2001:db8::1" },
  { by: "session", tokenHash: "of another form", doubt: null, ip: "203.0.113.7" },
])("unpackCredentials restores packed credentials: %j", (credentials) => {
  expect(unpackCredentials(packCredentials(credentials))).toEqual(credentials);
});

test("packCredentials stores a hash in one character per byte", () => {
  expect(packCredentials({ by: "session", tokenHash, doubt: null })).toHaveLength(35);
});
