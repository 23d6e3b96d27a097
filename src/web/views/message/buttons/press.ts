import { type Signal, signal } from "@preact/signals";
import type { Client } from "../../../client/client.ts";
import { hexOf } from "../../../model/hex.ts";
import type { MessageId, UserId } from "../../../model/ids.ts";
import { deletedBy } from "../../../model/messages/message-update.ts";
import { storedJson, storeJson } from "../../../parts/stored-json.ts";

/** A button's id, or the values of a form. */
type PressedInput = { readonly button_id: string } | { readonly entered: Readonly<Record<string, string | number>> };

export type PressState =
  | { readonly kind: "waiting"; readonly pressed: PressedInput }
  | { readonly kind: "unanswered" }
  /** `html` is the part of the answer that only this user sees, if any. */
  | { readonly kind: "answered"; readonly press: number; readonly html: string | undefined }
  | { readonly kind: "failed"; readonly error: unknown };

interface Outcome {
  readonly press_id: number;
  readonly state: "waiting" | "answered" | "unanswered";
  readonly rendered_content?: string | undefined;
}

interface Kept extends Outcome {
  readonly message_id: MessageId;
}

/**
 * The result of the latest press for each message. After a reload, only private answers are available: first those that
 * this device has shown before, even offline.
 */
const states = new Map<MessageId, Signal<PressState | undefined>>();
/** Presses that wait for their bots' answers, by `local_id`. */
const waiting = new Map<string, { readonly again: () => void }>();
/** Presses that may have reached the server. They are repeated with the same `local_id`. */
const unsure = new Map<MessageId, { readonly pressed: string; readonly local_id: string }>();

/** Time after which the client requests the result again. Longer than the server waits for the bot. */
const ASK_MS = 5000;

export function pressState(client: Client, message: MessageId): Signal<PressState | undefined> {
  follow(client);
  const known = states.get(message);
  if (known !== undefined) return known;
  const state = signal(keptState(client, message));
  states.set(message, state);
  ask(client, [message]);
  return state;
}

const asked = new Set<MessageId>();
const MAX_ASKED = 200;

/** Requests the private answers below messages, in one request for all messages shown together. */
function ask(client: Client, messages: Iterable<MessageId>): void {
  if (asked.size === 0) queueMicrotask(() => void takeKept(client).catch(() => undefined));
  for (const message of messages) asked.add(message);
}

async function takeKept(client: Client): Promise<void> {
  const message_ids = [...asked].slice(-MAX_ASKED);
  asked.clear();
  const before = new Map(message_ids.map((message) => [message, states.get(message)?.peek()]));
  const { presses } = await client.api.get<{ presses: readonly Kept[] }>("/presses", { message_ids });
  for (const { message_id, press_id, rendered_content: html } of presses) {
    const state = states.get(message_id);
    before.delete(message_id);
    if (state === undefined || isNewer(state.peek(), press_id) || listAt(HIDDEN).includes(press_id)) continue;
    state.value = { kind: "answered", press: press_id, html };
    keep(client, message_id, state.value);
  }
  // For the remaining messages, the server has no private answer, so a later press replaced any stored one.
  for (const [message, value] of before) {
    const state = states.get(message);
    if (state !== undefined) {
      if (value?.kind !== "answered" || value.html === undefined || state.peek() !== value) continue;
      state.value = undefined;
    }
    keep(client, message);
  }
}

const isNewer = (state: PressState | undefined, press_id: number): boolean =>
  state?.kind === "waiting" || state?.kind === "failed" || (state?.kind === "answered" && state.press > press_id);

const HIDDEN = "hidden-answers";
const MAX_HIDDEN = 200;
/** Storage key of the private answers that were shown last (`ShownAnswer`). */
const SHOWN = "private-answers";
const MAX_SHOWN = 50;

function listAt(key: string): readonly unknown[] {
  const list = storedJson(key);
  return Array.isArray(list) ? list : [];
}

type ShownAnswer = readonly [account: UserId, message: MessageId, press: number, html: string];

const shownTo = (client: Client): readonly ShownAnswer[] =>
  listAt(SHOWN).filter((one): one is ShownAnswer => Array.isArray(one) && one[0] === client.watch().user_id);

function keptState(client: Client, of: MessageId): PressState | undefined {
  const [, , press, html] = shownTo(client).find(([, message]) => message === of) ?? [];
  return press === undefined ? undefined : { kind: "answered", press, html };
}

/** Stores a message's private answer. If `state` has none, deletes the stored one. */
function keep(client: Client, of: MessageId, state?: PressState): void {
  const others = shownTo(client).filter(([, message]) => message !== of);
  const isKept = state?.kind === "answered" && state.html !== undefined;
  const own = isKept ? [[client.watch().user_id, of, state.press, state.html]] : [];
  storeJson(SHOWN, [...others, ...own].slice(-MAX_SHOWN));
}

/** Hides a private answer. On this device, it stays hidden after a reload. */
export function hideAnswer(client: Client, message: MessageId): void {
  const state = pressState(client, message);
  const value = state.peek();
  state.value = undefined;
  if (value?.kind !== "answered") return;
  storeJson(HIDDEN, [...listAt(HIDDEN), value.press].slice(-MAX_HIDDEN));
  keep(client, message);
}

let followed: Client | undefined;

function follow(client: Client): void {
  if (followed === client) return;
  followed = client;
  // Some answers may have been deleted since they were stored.
  ask(
    client,
    shownTo(client).map(([, message]) => message),
  );
  client.listen("press_answer", (event) => {
    if (event === undefined) {
      for (const { again } of waiting.values()) again();
      if (states.size > 0) ask(client, states.keys());
    } else if (event.state !== "waiting") settle(client, event.local_id, event.message_id as MessageId, event);
  });
  client.listen("delete_message", (event) => {
    if (event === undefined) return;
    for (const message of deletedBy(event)) keep(client, message);
  });
}

/** Shows the result of a press, including one made on another device. */
function settle(
  client: Client,
  local_id: string,
  message: MessageId,
  { press_id, state, rendered_content }: Outcome,
): void {
  waiting.delete(local_id);
  const settled = pressState(client, message);
  settled.value =
    state === "unanswered" ? { kind: "unanswered" } : { kind: "answered", press: press_id, html: rendered_content };
  keep(client, message, settled.value);
}

/** Presses a button or submits a form. Resolves to whether the server accepted it. */
export async function press(client: Client, message: MessageId, pressed: PressedInput): Promise<boolean> {
  const state = pressState(client, message);
  if (state.peek()?.kind === "waiting") return false;
  state.value = { kind: "waiting", pressed };
  const key = JSON.stringify(pressed);
  const earlier = unsure.get(message);
  const local_id = earlier?.pressed === key ? earlier.local_id : hexOf(crypto.getRandomValues(new Uint8Array(16)));
  const send = () => client.api.post<Outcome>(`/messages/${message}/press`, { ...pressed, local_id });
  const giveUp = () => {
    waiting.delete(local_id);
    state.value = { kind: "unanswered" };
  };
  const again = (isLast: boolean) =>
    void send().then(
      (outcome) => {
        if (!waiting.has(local_id)) return;
        if (outcome.state !== "waiting") settle(client, local_id, message, outcome);
        else if (isLast) giveUp();
      },
      () => isLast && waiting.has(local_id) && giveUp(),
    );
  waiting.set(local_id, { again: () => again(false) });
  try {
    const outcome = await send();
    unsure.delete(message);
    if (outcome.state !== "waiting") settle(client, local_id, message, outcome);
    else setTimeout(() => waiting.has(local_id) && again(true), ASK_MS);
    return true;
  } catch (error) {
    waiting.delete(local_id);
    unsure.set(message, { pressed: key, local_id });
    state.value = { kind: "failed", error };
    return false;
  }
}
