import { signal } from "@preact/signals";
import type { MessageId } from "../../model/ids.ts";

/**
 * This message and later ones aren't marked as read automatically, because the user just marked them as unread and
 * still sees them. Undefined again when the user leaves the place.
 */
export const heldFrom = signal<MessageId | undefined>(undefined);
