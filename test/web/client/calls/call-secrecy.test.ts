import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CallSecrecy } from "../../../../src/web/client/calls/call-secrecy.ts";
import { memberOf } from "./member-of.ts";

const workers: FakeWorker[] = [];

class FakeWorker extends EventTarget {
  isRunning = true;
  constructor() {
    super();
    workers.push(this);
  }
  postMessage(): void {}
  terminate(): void {
    this.isRunning = false;
  }
}

beforeEach(() => {
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("ENCRYPTION", "/encryption.js");
});

afterEach(() => {
  vi.unstubAllGlobals();
  workers.length = 0;
});

test("[security 28.20] a member whose encryption does not start joins without a key, and sends unencrypted media", async () => {
  const secrecy = new CallSecrecy({ call: "1", isEncrypted: true, send: () => {} });
  expect(secrecy.frames).toBeDefined();
  workers[0]?.dispatchEvent(new Event("error"));
  expect(await secrecy.key).toBeUndefined();
  expect(secrecy.frames).toBeUndefined();
  expect(workers[0]?.isRunning).toBe(false);
  const members = [memberOf(1), { ...memberOf(2), key: "B" }];
  const room = { type: "state", mode: "sfu", encrypted: true, resume: "", started_at: 0, ice_servers: [] } as const;
  secrecy.settle({ ...room, me: 1, members });
  expect(secrecy.kind.value).toBe("service");
  expect(secrecy.reason.value?.unable).toEqual([members[0]]);
});

test("a member announces its encryption key, and keeps it if an error follows", async () => {
  const secrecy = new CallSecrecy({ call: "1", isEncrypted: true, send: () => {} });
  workers[0]?.dispatchEvent(new MessageEvent("message", { data: { type: "ready", publicKey: "B" } }));
  workers[0]?.dispatchEvent(new Event("error"));
  expect(await secrecy.key).toBe("B");
  expect(secrecy.frames).toBeDefined();
});
