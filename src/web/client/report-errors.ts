/** Handles one of several events. An error is reported to the browser, and does not keep the others from being handled. */
export function reportErrors(run: () => void): void {
  try {
    run();
  } catch (error) {
    reportError(error);
  }
}
