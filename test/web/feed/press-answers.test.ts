import { expect, onTestFinished, test, vi } from "vitest";
import type { Client } from "../../../src/web/client/client.ts";
import type { MessageId } from "../../../src/web/model/ids.ts";
import { hideAnswer, press, pressState } from "../../../src/web/views/message/buttons/press.ts";

interface Told {
  readonly local_id: string;
  readonly message_id: number;
  readonly press_id: number;
  readonly state: string;
  readonly rendered_content?: string;
}

/** A client whose server returns the kept answers when the test lets it. */
function client(account = 7) {
  const listeners = new Map<string, (event: object | undefined) => void>();
  const asked: ((presses: readonly object[]) => void)[] = [];
  const api = {
    get: () => new Promise((resolve) => asked.push((presses) => resolve({ presses }))),
    post: () => Promise.reject(new Error("refused")),
  };
  const listen = (type: string, listener: (event: object | undefined) => void) => void listeners.set(type, listener);
  const watch = () => ({ user_id: account });
  return {
    client: { api, listen, watch } as unknown as Client,
    asked,
    tell: (event: Told | undefined) => listeners.get("press_answer")?.(event),
    remove: (message_id: number) => listeners.get("delete_message")?.({ message_ids: [message_id] }),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

const kept = (message_id: number, press_id: number) => [
  { message_id, press_id, state: "answered", rendered_content: `<p>${press_id}</p>` },
];

test("an older private answer that arrives late doesn't replace a newer one", async () => {
  const world = client();
  const state = pressState(world.client, 1 as MessageId);
  await settled();
  world.tell({ local_id: "a", message_id: 1, press_id: 6, state: "answered", rendered_content: "<p>6</p>" });
  world.asked[0]?.(kept(1, 5));
  await settled();
  expect(state.value).toEqual({ kind: "answered", press: 6, html: "<p>6</p>" });
});

test("a stored private answer doesn't replace a failed press after a reconnect", async () => {
  const world = client();
  const state = pressState(world.client, 2 as MessageId);
  await settled();
  world.asked[0]?.(kept(2, 7));
  await settled();
  await press(world.client, 2 as MessageId, { button_id: "ack" });
  expect(state.value?.kind).toBe("failed");
  world.tell(undefined);
  await settled();
  world.asked[1]?.(kept(2, 7));
  await settled();
  expect(state.value?.kind).toBe("failed");
});

test("an answer can be hidden even if the device can't store anything", async () => {
  const refuse = () => {
    throw new Error("full");
  };
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: refuse });
  onTestFinished(() => void vi.unstubAllGlobals());
  const world = client();
  const state = pressState(world.client, 3 as MessageId);
  await settled();
  world.asked[0]?.(kept(3, 8));
  await settled();
  hideAnswer(world.client, 3 as MessageId);
  expect(state.value).toBeUndefined();
});

test("a private answer is shown offline, only to its account, until the server no longer has it", async () => {
  const stored = new Map<string, string>();
  const getItem = (key: string) => stored.get(key) ?? null;
  vi.stubGlobal("localStorage", { getItem, setItem: (key: string, text: string) => void stored.set(key, text) });
  onTestFinished(() => void vi.unstubAllGlobals());
  const world = client();
  pressState(world.client, 4 as MessageId);
  pressState(world.client, 5 as MessageId);
  await settled();
  world.asked[0]?.([...kept(4, 9), ...kept(5, 10)]);
  await settled();
  hideAnswer(world.client, 5 as MessageId);

  /** What a reloaded page shows. */
  const shown = async (account?: number) => {
    vi.resetModules();
    const page = await import("../../../src/web/views/message/buttons/press.ts");
    const { client: again, asked } = client(account);
    const states = [4, 5].map((message) => page.pressState(again, message as MessageId));
    await settled();
    return { states, values: () => states.map(({ value }) => value), asked };
  };
  expect((await shown(8)).values()).toEqual([undefined, undefined]);
  const answer = { kind: "answered", press: 9, html: "<p>9</p>" };
  const online = await shown();
  expect(online.values()).toEqual([answer, undefined]);
  online.asked[0]?.([]);
  await settled();
  expect(online.values()).toEqual([undefined, undefined]);
  expect((await shown()).values()).toEqual([undefined, undefined]);
});

test("a private answer isn't kept on the device once its message is deleted, even by another page", async () => {
  const stored = new Map<string, string>();
  const getItem = (key: string) => stored.get(key) ?? null;
  vi.stubGlobal("localStorage", { getItem, setItem: (key: string, text: string) => void stored.set(key, text) });
  onTestFinished(() => void vi.unstubAllGlobals());
  const messagesKept = () => JSON.parse(stored.get("private-answers") ?? "[]").map(([, message]: number[]) => message);
  const world = client();
  for (const message of [11, 12, 13]) pressState(world.client, message as MessageId);
  await settled();
  world.asked[0]?.([...kept(11, 21), ...kept(12, 22), ...kept(13, 23)]);
  await settled();
  world.remove(11);
  expect(messagesKept()).toEqual([12, 13]);

  vi.resetModules();
  const page = await import("../../../src/web/views/message/buttons/press.ts");
  const { client: again, asked } = client();
  page.pressState(again, 14 as MessageId);
  await settled();
  asked[0]?.(kept(13, 23));
  await settled();
  expect(messagesKept()).toEqual([13]);
});

test("a button can be pressed on a page without encryption, where browsers make no UUIDs", async () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  onTestFinished(() => void vi.unstubAllGlobals());
  const world = client();
  const state = pressState(world.client, 20 as MessageId);
  expect(await press(world.client, 20 as MessageId, { button_id: "ack" })).toBe(false);
  expect(state.value).toEqual({ kind: "failed", error: new Error("refused") });
});
