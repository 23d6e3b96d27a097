import type { ReadonlySignal } from "@preact/signals";
import type { Conversation } from "../model/conversation.ts";

/** A message that was written here and that the server has not confirmed yet. It outlives the page. */
export interface Pending {
  /** Ascends with time, and is the `local_id` of the request: a retry with it never doubles the message. */
  readonly localId: string;
  readonly to: Conversation;
  /** Markdown. */
  readonly content: string;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
  readonly status: "sending" | "waiting" | "refused";
  /** What the server said, where it refused. */
  readonly reason?: string;
}

export interface Outbox {
  /** In the order in which they were written. */
  readonly pending: ReadonlySignal<readonly Pending[]>;
  send(to: Conversation, content: string): Pending;
  /** Tries a refused message again. */
  retry(localId: string): void;
  /** Gives one up; the composer takes its text back. */
  discard(localId: string): void;
}
