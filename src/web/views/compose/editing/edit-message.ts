import type { Client } from "../../../client/client.ts";
import { editAct } from "../../../client/sending/optimistic-events.ts";
import { markdownOfHtml } from "../../../model/formatting/markdown-of-html.ts";
import { sha256Of } from "../../../model/hex.ts";
import type { MessageId } from "../../../model/ids.ts";
import type { Message } from "../../../model/message.ts";
import { storedContent } from "../../../model/messages/stored-content.ts";
import { serverHtml } from "../../../parts/server-html.ts";

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
