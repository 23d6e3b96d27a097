import { waitToRetry } from "../wire/wait-to-retry.ts";

/** Maximum attempts to install a new worker that can't get all its files, for example for lack of room. */
const MAX_INSTALLS = 10;

type Registration = Pick<ServiceWorkerRegistration, "active" | "waiting" | "installing">;

/**
 * Registers the service worker. Retries until the server responds and the files are stored, because a page can stay
 * open for days. Returns undefined if the browser refuses.
 */
export async function registerWorker<R extends Registration>(
  container: { register(address: string): Promise<R> },
  address: string,
  wait = waitToRetry,
): Promise<R | undefined> {
  let installs = 0;
  for (let failures = 1; ; failures++) {
    try {
      const registration = await container.register(address);
      if (await isInstalled(registration)) return registration;
      installs += 1;
      if (installs === MAX_INSTALLS) return undefined;
    } catch (error) {
      // Only network errors are worth another attempt.
      if (!(error instanceof TypeError)) return undefined;
    }
    if (await wait(failures)) failures = 0;
  }
}

/**
 * Returns whether a worker with all its files is installed. A first worker that couldn't get them is gone, along with
 * its registration.
 */
function isInstalled({ active, waiting, installing }: Registration): Promise<boolean> {
  return new Promise((resolve) => {
    if (installing === null || active !== null || waiting !== null) resolve(true);
    else installing.addEventListener("statechange", () => resolve(installing.state !== "redundant"), { once: true });
  });
}
