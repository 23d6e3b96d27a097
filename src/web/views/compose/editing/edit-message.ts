import type { Client } from "../../../client/client.ts";
import { sha256Of } from "../../../model/hex.ts";
import type { MessageId } from "../../../model/ids.ts";

/** Tells others that the user is editing a message: repeats it while typing goes on, and tells when it has ended. */
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
    // A failure does no harm.
    this.client.api.post(`/messages/${this.message}/typing`, { op }).catch(() => undefined);
  }
}

/** The Markdown of a message. */
export async function sourceOf({ api }: Client, id: MessageId): Promise<string> {
  const { message } = await api.get<{ message: { content: string } }>(`/messages/${id}`, {
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  return message.content;
}

/** Saves the new text of a message; the server refuses it if someone else has changed the message meanwhile. */
export async function saveEdit(
  { api }: Client,
  id: MessageId,
  { source, text }: { readonly source: string; readonly text: string },
): Promise<void> {
  // Browsers offer the digest only on pages that were loaded over a secure connection.
  const before = isSecureContext ? { prev_content_sha256: await sha256Of(new TextEncoder().encode(source)) } : {};
  await api.patch(`/messages/${id}`, { content: text, ...before });
}
