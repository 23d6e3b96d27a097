// Editors write a file in several steps, and switching branches changes many at once.
const quietMs = 100;

/**
 * Returns a function that reloads the program, once for all requests within a short time, and one reload at a time.
 * Errors are printed.
 *
 * @param reload loads the program; if it fails, the old one continues
 * @param ended is called with the error, or null if there was none
 * @returns the function that requests a reload
 */
export function reloads(reload: () => Promise<void>, ended: (problem: string | null) => void = () => {}): () => void {
  let isBusy = false;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;

  function ask() {
    isWanted = true;
    clearTimeout(timer);
    timer = setTimeout(run, quietMs);
  }

  async function run() {
    if (isBusy) return;
    isBusy = true;
    isWanted = false;
    const started = performance.now();
    try {
      await reload();
      console.log(`Reloaded in ${Math.round(performance.now() - started)} ms.`);
      ended(null);
    } catch (error) {
      const { message } = error as Error;
      console.error(`parley: not reloaded: ${message}`);
      ended(message);
    }
    isBusy = false;
    if (isWanted) ask();
  }

  return ask;
}
