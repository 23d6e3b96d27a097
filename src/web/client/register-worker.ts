import { waitToRetry } from "../wire/wait-to-retry.ts";

/** Attempts at installing a new worker that doesn't get all its files. There may be no room for them. */
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
 * Whether there is a worker with its files. The first one is gone, along with its registration, if it couldn't get
 * them.
 */
function isInstalled({ active, waiting, installing }: Registration): Promise<boolean> {
  return new Promise((resolve) => {
    if (installing === null || active !== null || waiting !== null) resolve(true);
    else installing.addEventListener("statechange", () => resolve(installing.state !== "redundant"), { once: true });
  });
}
