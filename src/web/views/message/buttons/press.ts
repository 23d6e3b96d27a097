import { type Signal, signal } from "@preact/signals";
import type { Client } from "../../../client/client.ts";
import type { MessageId } from "../../../model/ids.ts";

/** A button's id, or what was entered in the form. */
type Pressed = { readonly button_id: string } | { readonly entered: Readonly<Record<string, string | number>> };

export type PressState =
  | { readonly kind: "waiting"; readonly pressed: Pressed }
  | { readonly kind: "unanswered" }
  /** With the HTML of what only the user sees, if anything. */
  | { readonly kind: "answered"; readonly html: string | undefined }
  | { readonly kind: "failed"; readonly error: unknown };

interface Outcome {
  readonly press_id: number;
  readonly state: "waiting" | "answered" | "unanswered";
  readonly rendered_content?: string | undefined;
}

/** What became of the latest press below each message. Gone when the page is reloaded. */
const states = new Map<MessageId, Signal<PressState | undefined>>();
/** The presses that wait for their bots, by the id that this client gave them. */
const waiting = new Map<string, { readonly message: MessageId; readonly ask: () => void }>();
/** A press that may have reached the server is sent again under its id. */
const unsure = new Map<MessageId, { readonly pressed: string; readonly local_id: string }>();

/** Longer than the server waits. */
const ASK_MS = 5000;

export function pressState(message: MessageId): Signal<PressState | undefined> {
  const state = states.get(message) ?? signal<PressState | undefined>(undefined);
  states.set(message, state);
  return state;
}

let followed: Client | undefined;

function follow(client: Client): void {
  if (followed === client) return;
  followed = client;
  client.listen("press_answer", (event) => {
    if (event === undefined) for (const { ask } of waiting.values()) ask();
    else if (event.state !== "waiting") settle(event.local_id, event.message_id as MessageId, event);
  });
}

/** Shows what became of a press, also of one made on another device. */
function settle(local_id: string, message: MessageId, { state, rendered_content }: Omit<Outcome, "press_id">): void {
  waiting.delete(local_id);
  pressState(message).value =
    state === "unanswered" ? { kind: "unanswered" } : { kind: "answered", html: rendered_content };
}

/** Presses a button or submits a form. Resolves to whether the server took it. */
export async function press(client: Client, message: MessageId, pressed: Pressed): Promise<boolean> {
  follow(client);
  const state = pressState(message);
  if (state.peek()?.kind === "waiting") return false;
  state.value = { kind: "waiting", pressed };
  const key = JSON.stringify(pressed);
  const earlier = unsure.get(message);
  const local_id = earlier?.pressed === key ? earlier.local_id : crypto.randomUUID();
  const send = () => client.api.post<Outcome>(`/messages/${message}/press`, { ...pressed, local_id });
  const ask = (isLast: boolean) =>
    void send().then(
      (outcome) => {
        if (!waiting.has(local_id)) return;
        if (outcome.state !== "waiting") settle(local_id, message, outcome);
        else if (isLast) settle(local_id, message, { state: "unanswered" });
      },
      () => isLast && waiting.has(local_id) && settle(local_id, message, { state: "unanswered" }),
    );
  waiting.set(local_id, { message, ask: () => ask(false) });
  try {
    const outcome = await send();
    unsure.delete(message);
    if (outcome.state !== "waiting") settle(local_id, message, outcome);
    else setTimeout(() => waiting.has(local_id) && ask(true), ASK_MS);
    return true;
  } catch (error) {
    waiting.delete(local_id);
    unsure.set(message, { pressed: key, local_id });
    state.value = { kind: "failed", error };
    return false;
  }
}
