import { signal } from "@preact/signals";
import type { MessageId } from "../../model/ids.ts";

/** The message from which on nothing is marked as read: somebody has just marked it as unread, and still looks at it. */
export const heldFrom = signal<MessageId | undefined>(undefined);

export function holdReading(from: MessageId): void {
  heldFrom.value = from;
}

/** Reading goes on: somebody has gone elsewhere, or come back. */
export function releaseReading(): void {
  heldFrom.value = undefined;
}
