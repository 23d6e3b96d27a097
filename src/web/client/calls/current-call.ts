import { signal } from "@preact/signals";
import type { CallSession } from "./call-session.ts";

/** The call that this tab is in. */
export const currentCall = signal<CallSession | undefined>(undefined);

/** The place of the call's stage: over the messages of the page, or in a small window of its own above all others. */
export const stagePlace = signal<"page" | "window" | undefined>(undefined);
