import { afterEach, expect, test, vi } from "vitest";
import { currentCall } from "../../../../src/web/client/calls/current-call.ts";
import type { Client } from "../../../../src/web/client/client.ts";
import type { CallId } from "../../../../src/web/model/calls/calls.ts";
import { enterCall } from "../../../../src/web/views/calls/enter-call.ts";

afterEach(() => {
  currentCall.peek()?.leave();
  vi.unstubAllGlobals();
});

/** Enters a call in a browser that can encrypt. Returns whether this device has a key. */
function hasKey(calls: readonly object[], said: { readonly isEncrypted?: boolean }): boolean {
  const page = Object.assign(new EventTarget(), { location: new URL("https://chat.test/") });
  const socket = class {
    close() {}
  };
  const worker = class extends EventTarget {
    postMessage() {}
    terminate() {}
  };
  for (const [name, value] of Object.entries({
    ...{ window: page, location: page.location, WebSocket: socket, Worker: worker, RTCRtpScriptTransform: class {} },
    ...{ ENCRYPTION: "/encryption.js", navigator: {} },
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
    AudioContext: class {
      resume = () => new Promise(() => {});
    },
  }))
    vi.stubGlobal(name, value);
  const state = { calls, user_settings: {}, server_calls: null };
  const client = { watch: () => state, toast: () => {} } as unknown as Client;
  enterCall(client, "7" as CallId, { microphone: undefined, isMuted: true, ...said });
  return currentCall.peek()?.secrecy.key !== undefined;
}

test("[security 28.20] a browser that can encrypt has a key unless a call is known to be plain", () => {
  expect(hasKey([], {})).toBe(true);
  expect(hasKey([], { isEncrypted: true })).toBe(true);
  expect(hasKey([], { isEncrypted: false })).toBe(false);
  expect(hasKey([{ call_id: "7", encrypted: true }], {})).toBe(true);
  expect(hasKey([{ call_id: "7", encrypted: false }], {})).toBe(false);
});
