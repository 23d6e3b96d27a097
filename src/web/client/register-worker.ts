import { waitToRetry } from "../wire/wait-to-retry.ts";

/** A worker that the browser begins with and that does not get all of its files is tried so often: there may be no room for them. */
const MAX_INSTALLS = 10;

type Registration = Pick<ServiceWorkerRegistration, "active" | "waiting" | "installing">;

/**
 * Registers the service worker, trying until the server answers and its files are stored: a page may stay open for days. Returns
 * undefined if the browser refuses.
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
      // Only errors of the network are worth another attempt.
      if (!(error instanceof TypeError)) return undefined;
    }
    if (await wait(failures)) failures = 0;
  }
}

/** Whether there is a worker with its files. The first one is gone, with its registration, if it could not get them. */
function isInstalled({ active, waiting, installing }: Registration): Promise<boolean> {
  return new Promise((resolve) => {
    if (installing === null || active !== null || waiting !== null) resolve(true);
    else installing.addEventListener("statechange", () => resolve(installing.state !== "redundant"), { once: true });
  });
}
