import { signal } from "@preact/signals";

const TICK_MS = 20_000;
const seconds = () => Math.floor(Date.now() / 1000);

let timer: ReturnType<typeof setInterval> | undefined;

/** Seconds since 1970, told anew a few times a minute while somebody looks at it. */
export const now = signal(seconds(), {
  watched: () => {
    now.value = seconds();
    timer = setInterval(() => {
      if (!document.hidden) now.value = seconds();
    }, TICK_MS);
  },
  unwatched: () => clearInterval(timer),
});
