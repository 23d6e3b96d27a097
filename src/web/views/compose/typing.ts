import type { Client } from "../../client/client.ts";
import { type Conversation, conversationKey } from "../../model/routes/conversation.ts";

interface Typing {
  readonly to: Conversation;
  readonly key: string;
  startedAt: number;
  pause: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Notifies recipients while the user is typing, if the user allows it. Notifies them repeatedly while typing continues,
 * and once when it stops.
 */
export class TypingNotices {
  #typing: Typing | undefined;

  constructor(private readonly client: Client) {}

  /** Must be called when the user types a message to a conversation. Empty text counts as not typing. */
  typed(to: Conversation | undefined, text: string): void {
    const state = this.client.watch();
    const key = to === undefined || text.trim() === "" || !this.#wants(to) ? undefined : conversationKey(to);
    if (this.#typing?.key !== key) this.stop();
    if (to === undefined || key === undefined) return;
    const now = performance.now();
    const typing = this.#typing ?? { to, key, startedAt: Number.NEGATIVE_INFINITY, pause: undefined };
    this.#typing = typing;
    if (now - typing.startedAt > state.server_typing_started_wait_period_milliseconds) {
      typing.startedAt = now;
      this.#tell("start", to);
    }
    clearTimeout(typing.pause);
    typing.pause = setTimeout(() => this.stop(), state.server_typing_stopped_wait_period_milliseconds);
  }

  stop(): void {
    if (this.#typing === undefined) return;
    clearTimeout(this.#typing.pause);
    this.#tell("stop", this.#typing.to);
    this.#typing = undefined;
  }

  #wants(to: Conversation): boolean {
    const { user_settings } = this.client.watch();
    if (to.kind === "topic") return user_settings.send_stream_typing_notifications;
    return to.users.length > 0 && user_settings.send_private_typing_notifications;
  }

  #tell(op: "start" | "stop", to: Conversation): void {
    const where =
      to.kind === "topic"
        ? { type: "stream", stream_id: to.channel, topic: to.topic }
        : { type: "direct", to: to.users };
    // Failures are harmless, because another notification follows soon.
    this.client.api.post("/typing", { op, ...where }).catch(() => undefined);
  }
}
