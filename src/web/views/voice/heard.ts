import { signal } from "@preact/signals";
import type { MessageId } from "../../model/ids.ts";

/** A voice message that can be played. */
export interface VoiceSound {
  /** The address of its file. */
  readonly address: string;
  /** The text of its link. */
  readonly title: string;
  /** The length that its name says, until the server has told it. */
  readonly duration_ms: number;
  /** The message that it is in; undefined in a preview. */
  readonly message: MessageId | undefined;
}

/** The voice message that is being played, or is paused. It goes on while other places are shown. */
export const heard = signal<VoiceSound | undefined>(undefined);

/** The addresses of the voice messages that have a player on the page. */
export const withPlayer = signal<ReadonlySet<string>>(new Set());
