import { signal } from "@preact/signals";

const TICK_MS = 20_000;
const seconds = () => Math.floor(Date.now() / 1000);

let timer: ReturnType<typeof setInterval> | undefined;

/** The time in seconds since 1970, updated a few times a minute while a component reads it and the page is visible. */
export const now = signal(seconds(), {
  watched: () => {
    now.value = seconds();
    timer = setInterval(() => {
      if (!document.hidden) now.value = seconds();
    }, TICK_MS);
  },
  unwatched: () => clearInterval(timer),
});
