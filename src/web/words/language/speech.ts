import { signal } from "@preact/signals";

export interface Speech {
  readonly language: string;
  /** Locale for numbers and dates: the language in the browser's regional variant, such as "en-GB". */
  readonly locale: string;
  readonly direction: "ltr" | "rtl";
}

let present: Speech = { language: "en", locale: "en", direction: "ltr" };

export function speak(speech: Speech): void {
  present = speech;
}

export const speech = (): Speech => present;

const hours = signal<"h12" | "h23" | undefined>(undefined);

/** Selects the 24-hour (true) or 12-hour clock; null uses the language's default. */
export function chooseHours(on: boolean | null): void {
  hours.value = on === null ? undefined : on ? "h23" : "h12";
}

/** The selected clock. A signal, so that views with hours are redrawn when it changes. */
export const clockStyle = (): "h12" | "h23" | undefined => hours.value;
