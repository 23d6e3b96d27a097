// Editors write a file in several steps, and branches change many at once.
const quietMs = 100;

/**
 * Makes a function that loads the program again, once for all that is asked for within a moment, and one at a time.
 * Errors are printed.
 *
 * @param reload loads the program; where that fails, the old one goes on
 * @param ended is called with the error, or with null where there was none
 * @returns the function by which a reload is asked for
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
