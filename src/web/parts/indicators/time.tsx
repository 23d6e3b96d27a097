import { signal } from "@preact/signals";
import { serverNow } from "../../model/server-time.ts";
import {
  ageOf,
  clockTime,
  dayAndTime,
  dayAndTimeWithin,
  dayNameWithin,
  fullTime,
  relativeTime,
  shortTime,
  shortTimeWithin,
} from "../../words/time.ts";
import { tip } from "../overlays/overlays.tsx";

const SHOWN = {
  /** "14:05". */
  clock: clockTime,
  /** "14:05", "Yesterday", "Monday", "3 Mar". */
  short: shortTime,
  /** "now", "5m", "3h", "Yesterday", "Monday", "3 Mar". */
  age: ageOf,
  /** "5 minutes ago". */
  relative: relativeTime,
  /** "Tomorrow, 09:00". */
  day: dayAndTime,
  /** A day within a sentence: "today", "Monday 3 March". */
  date: dayNameWithin,
  /** `short` within a sentence: "14:05", "yesterday". */
  "short within": shortTimeWithin,
  /** `day` within a sentence: "tomorrow, 09:00". */
  "day within": dayAndTimeWithin,
} as const;

interface TimeProps {
  /** Seconds since 1970. */
  readonly at: number;
  readonly as?: keyof typeof SHOWN;
  readonly class?: string;
}

/** A live time; its tooltip shows the full date and time. */
export const Time = ({ at, as = "clock", ...rest }: TimeProps) => (
  <time class={rest.class} dateTime={new Date(at * 1000).toISOString()} {...tip(fullTime(at))}>
    {as === "clock" ? clockTime(at) : SHOWN[as](at, now.value)}
  </time>
);

const TICK_MS = 20_000;
const seconds = () => Math.floor(serverNow());

let timer: ReturnType<typeof setInterval> | undefined;

/**
 * The server's time in seconds since 1970, updated a few times a minute while a component reads it and the page is
 * visible.
 */
export const now = signal(seconds(), {
  watched: () => {
    now.value = seconds();
    timer = setInterval(() => {
      if (!document.hidden) now.value = seconds();
    }, TICK_MS);
  },
  unwatched: () => clearInterval(timer),
});
