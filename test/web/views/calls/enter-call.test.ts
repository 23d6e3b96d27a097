import { afterEach, expect, test, vi } from "vitest";
import { currentCall } from "../../../../src/web/client/calls/current-call.ts";
import { isElsewhere } from "../../../../src/web/client/calls/left-calls.ts";
import type { Client } from "../../../../src/web/client/client.ts";
import type { CallId } from "../../../../src/web/model/calls/calls.ts";
import type { UserId } from "../../../../src/web/model/ids.ts";
import type { Call } from "../../../../src/web/model/state.ts";
import { enterCall, leaveCall } from "../../../../src/web/views/calls/enter-call.ts";
import { memberOf } from "../../client/calls/member-of.ts";

afterEach(() => {
  currentCall.peek()?.leave();
  vi.unstubAllGlobals();
});

/** Enters a call in a browser that can encrypt. */
function entered(calls: readonly object[], said: { readonly isEncrypted?: boolean }) {
  const page = Object.assign(new EventTarget(), { location: new URL("https://chat.test/") });
  const sockets: Pick<WebSocket, "onmessage">[] = [];
  const socket = class {
    onmessage: WebSocket["onmessage"] = null;
    constructor() {
      sockets.push(this);
    }
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
  const people = { user_id: 1, realm_users: [{ user_id: 2, full_name: "Ben" }] };
  const state = { ...people, calls, user_settings: {}, server_calls: null };
  const toasts: string[] = [];
  const client = {
    watch: () => state,
    toast: ({ text }: { readonly text: string }) => toasts.push(text),
  } as unknown as Client;
  enterCall(client, "7" as CallId, { microphone: undefined, isMuted: true, ...said });
  const hear = (frame: object) =>
    (sockets.at(-1) as WebSocket).onmessage?.(new MessageEvent("message", { data: JSON.stringify(frame) }));
  return { client, session: currentCall.peek(), toasts, hear };
}

const hasKey = (...parts: Parameters<typeof entered>) => entered(...parts).session?.secrecy.key !== undefined;

test("[security 28.20] a browser that can encrypt has a key unless a call is known to be unencrypted", () => {
  expect(hasKey([], {})).toBe(true);
  expect(hasKey([], { isEncrypted: true })).toBe(true);
  expect(hasKey([], { isEncrypted: false })).toBe(false);
  expect(hasKey([{ call_id: "7", encrypted: true }], {})).toBe(true);
  expect(hasKey([{ call_id: "7", encrypted: false }], {})).toBe(false);
});

test("a member sees encryption as on only once all members can encrypt", () => {
  const room = { type: "state", mode: "sfu", encrypted: true, resume: "", started_at: 0, ice_servers: [] } as const;
  const told = { type: "told", act: "encrypt", by: 2 };
  const { session, toasts, hear } = entered([], {});
  const able = [1, 2].map((id) => ({ ...memberOf(id), key: `B${id}` }));
  session?.secrecy.settle({ ...room, me: 1, members: [...able, memberOf(3)], plain_by: 2 as UserId });
  hear(told);
  expect(toasts).toEqual([]);
  session?.secrecy.settle({ ...room, me: 1, members: able, plain_by: 2 as UserId });
  hear(told);
  expect(toasts).toEqual([expect.stringContaining("Ben turned on encryption")]);
});

test("a call stays shown on another device if this page leaves before being let in", () => {
  const call = { call_id: "7", encrypted: false, member_ids: [1] } as unknown as Call;
  const { client, session } = entered([call], {});
  if (session !== undefined) leaveCall(client, session);
  expect(currentCall.peek()).toBeUndefined();
  expect(isElsewhere(client.watch(), call)).toBe(true);
});
