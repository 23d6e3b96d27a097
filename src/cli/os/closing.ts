/** Runs `work`, and closes what it worked with. */
export function closing<Opened extends { close(): void }, Result>(opened: Opened, work: (opened: Opened) => Result) {
  try {
    return work(opened);
  } finally {
    opened.close();
  }
}
