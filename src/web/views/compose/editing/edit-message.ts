import type { Client } from "../../../client/client.ts";
import { editAct } from "../../../client/sending/optimistic-events.ts";
import { markdownOfHtml } from "../../../model/formatting/markdown-of-html.ts";
import { sha256Of } from "../../../model/hex.ts";
import type { MessageId } from "../../../model/ids.ts";
import type { Message } from "../../../model/message.ts";
import { storedContent } from "../../../model/messages/stored-content.ts";
import { serverHtml } from "../../../parts/server-html.ts";

/** Notifies others while the user is editing a message: repeatedly while typing continues, and once when it stops. */
export class EditTyping {
  #startedAt: number | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly client: Client,
    private readonly message: MessageId,
  ) {}

  typed(): void {
    const state = this.client.watch();
    if (!state.user_settings.send_stream_typing_notifications) return;
    const now = performance.now();
    if (now - (this.#startedAt ?? 0) > state.server_typing_started_wait_period_milliseconds || !this.#startedAt) {
      this.#startedAt = now;
      this.#tell("start");
    }
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.stop(), state.server_typing_stopped_wait_period_milliseconds);
  }

  stop(): void {
    clearTimeout(this.#pause);
    if (this.#startedAt === undefined) return;
    this.#startedAt = undefined;
    this.#tell("stop");
  }

  #tell(op: "start" | "stop"): void {
    // Failures are harmless.
    this.client.api.post(`/messages/${this.message}/typing`, { op }).catch(() => undefined);
  }
}

export interface MessageSource {
  readonly text: string;
  /**
   * True if the server has exactly this text. False if it is still to be saved, or was derived from HTML while offline.
   */
  readonly isExact: boolean;
}

interface Unsaved {
  readonly text: string;
  /** For a queued edit, the HTML that the message has until the server saves the edit. Otherwise undefined. */
  shown?: string | undefined;
  /** Resolves to the message's text once the server has responded or the edit is queued. */
  readonly done: Promise<MessageSource>;
}

/** Each message's last edit, if the server may not have it yet. */
const unsaved = new Map<MessageId, Unsaved>();

export async function sourceOf({ api, connection }: Client, { id, content }: Message): Promise<MessageSource> {
  const edit = unsaved.get(id);
  if (edit !== undefined && (edit.shown ?? content) === content) return { text: edit.text, isExact: false };
  if (connection.peek().kind === "offline") {
    const { body } = new DOMParser().parseFromString(serverHtml(content).__html, "text/html");
    return { text: markdownOfHtml(body), isExact: false };
  }
  const { message } = await api.get<{ message: { content: string } }>(`/messages/${id}`, {
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  return { text: message.content, isExact: true };
}

/**
 * Saves a message's new text, and returns it as the source of the next edit. The server refuses the edit if someone
 * else has changed the message since.
 */
export async function saveEdit(
  { acts, messages }: Client,
  message: Message,
  { source, text }: { readonly source: MessageSource; readonly text: string },
): Promise<MessageSource> {
  const earlier = unsaved.get(message.id);
  const done = Promise.withResolvers<MessageSource>();
  const edit: Unsaved = { text, done: done.promise };
  unsaved.set(message.id, edit);
  const known = await earlier?.done;
  const before = source.isExact ? source : (known ?? source);
  let saved = before;
  let isQueued = false;
  try {
    // Browsers provide the digest only on pages loaded over a secure connection.
    const isComparable = isSecureContext && before.isExact;
    const digest = isComparable ? { prev_content_sha256: await sha256Of(new TextEncoder().encode(before.text)) } : {};
    isQueued = (await acts.actNow(editAct(message, { content: text, ...digest }))) === undefined;
    saved = { text: storedContent(text), isExact: !isQueued };
    return saved;
  } finally {
    if (isQueued) edit.shown = messages.get(message.id)?.content;
    else if (unsaved.get(message.id) === edit) unsaved.delete(message.id);
    done.resolve(saved);
  }
}
