import { signal } from "@preact/signals";
import type { MessageId } from "../../model/ids.ts";

/** From this message on, nothing is marked as read, because the user just marked it as unread and still sees it. */
export const heldFrom = signal<MessageId | undefined>(undefined);

export function holdReading(from: MessageId): void {
  heldFrom.value = from;
}

/** Lets messages be marked as read again, when the user leaves the place. */
export function releaseReading(): void {
  heldFrom.value = undefined;
}
