import type { Client } from "../../../client/client.ts";
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
