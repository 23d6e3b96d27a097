import { signal } from "@preact/signals";
import type { CallSession } from "./call-session.ts";

export const currentCall = signal<CallSession | undefined>(undefined);

/** Where the call's stage is shown: over the page's messages, or in a small always-on-top window. */
export const stagePlace = signal<"page" | "window" | undefined>(undefined);
