import { signal } from "@preact/signals";

export interface Speech {
  readonly language: string;
  /** The locale for numbers and dates: the language in the browser's regional variant, such as "en-GB". */
  readonly locale: string;
  readonly direction: "ltr" | "rtl";
}

let present: Speech = { language: "en", locale: "en", direction: "ltr" };

export function speak(speech: Speech): void {
  present = speech;
}

export const speech = (): Speech => present;

const hours = signal<"h12" | "h23" | undefined>(undefined);

/** Chooses hours from 0 to 23 if `on` is true, or from 1 to 12; null leaves the choice to the language. */
export function chooseHours(on: boolean | null): void {
  hours.value = on === null ? undefined : on ? "h23" : "h12";
}

/** The chosen clock. It is a signal's value, so that views that show hours are drawn again when it changes. */
export const clockStyle = (): "h12" | "h23" | undefined => hours.value;
