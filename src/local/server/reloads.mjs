// Editors write a file in several steps, and branches change many at once.
const quietMs = 100;

/**
 * What loads the program anew, once for all that is asked for within a moment, and one at a time. What goes wrong is
 * printed.
 *
 * @param {() => Promise<void>} reload loads it; where that fails, the old program goes on
 * @param {(problem: string | null) => void} [ended] is told what went wrong, or that nothing did
 * @returns {() => void} asks for it
 */
export function reloads(reload, ended = () => {}) {
  let isBusy = false;
  let isWanted = false;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

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
      const { message } = /** @type {Error} */ (error);
      console.error(`parley: not reloaded: ${message}`);
      ended(message);
    }
    isBusy = false;
    if (isWanted) ask();
  }

  return ask;
}
