/** Does something with one of several events: where that fails, which the browser tells, the others come all the same. */
export function attempt(run: () => void): void {
  try {
    run();
  } catch (error) {
    reportError(error);
  }
}
