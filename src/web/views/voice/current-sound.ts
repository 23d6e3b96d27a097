import { signal } from "@preact/signals";
import type { MessageId } from "../../model/ids.ts";

export interface VoiceSound {
  /** The file's URL. */
  readonly address: string;
  /** The link text of the file. */
  readonly title: string;
  /**
   * Duration in milliseconds according to the file's name. Players show the exact one once the server has returned it.
   */
  readonly duration_ms: number;
  /** The message that contains the voice message, or undefined in a preview. */
  readonly message: MessageId | undefined;
}

/** The voice message that is playing or paused. Playback continues while other places are shown. */
export const currentSound = signal<VoiceSound | undefined>(undefined);

/** URLs of the voice messages with a player on the page. */
export const withPlayer = signal<ReadonlySet<string>>(new Set());
