import type { Client, Fields } from "../../client/client.ts";
import { type Conversation, type ConversationKey, conversationKey } from "../../model/routes/conversation.ts";

/** Notifies others while the user is typing: repeatedly while typing continues, and once when it stops. */
export class TypingNotice {
  #startedAt = Number.NEGATIVE_INFINITY;
  #where: Fields = {};
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly client: Client,
    private readonly path: string,
  ) {}

  /** `where` are the fields of the notification that say what the user is typing, if its path doesn't. */
  typed(where: Fields = {}): void {
    const state = this.client.watch();
    const now = performance.now();
    if (now - this.#startedAt > state.server_typing_started_wait_period_milliseconds) {
      this.#startedAt = now;
      this.#where = where;
      this.#tell("start");
    }
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.stop(), state.server_typing_stopped_wait_period_milliseconds);
  }

  stop(): void {
    clearTimeout(this.#pause);
    if (this.#startedAt === Number.NEGATIVE_INFINITY) return;
    this.#startedAt = Number.NEGATIVE_INFINITY;
    this.#tell("stop");
  }

  #tell(op: "start" | "stop"): void {
    // Failures are harmless, because another notification follows soon.
    this.client.api.post(this.path, { op, ...this.#where }).catch(() => undefined);
  }
}

/** Notifies the recipients of the message that is being typed, if the user allows it. */
export class TypingNotices {
  #key: ConversationKey | undefined;
  readonly #notice: TypingNotice;

  constructor(private readonly client: Client) {
    this.#notice = new TypingNotice(client, "/typing");
  }

  /** Must be called when the user types a message to a conversation. Empty text counts as not typing. */
  typed(to: Conversation | undefined, text: string): void {
    const key = to === undefined || text.trim() === "" || !this.#wants(to) ? undefined : conversationKey(to);
    if (this.#key !== key) this.stop();
    if (to === undefined || key === undefined) return;
    this.#key = key;
    this.#notice.typed(whereOf(to));
  }

  stop(): void {
    this.#notice.stop();
    this.#key = undefined;
  }

  #wants(to: Conversation): boolean {
    const { user_settings } = this.client.watch();
    if (to.kind === "topic") return user_settings.send_stream_typing_notifications;
    return to.users.length > 0 && user_settings.send_private_typing_notifications;
  }
}

const whereOf = (to: Conversation) =>
  to.kind === "topic" ? { type: "stream", stream_id: to.channel, topic: to.topic } : { type: "direct", to: to.users };
