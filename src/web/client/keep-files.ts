import { waitToRetry } from "../wire/wait-to-retry.ts";
import { speech } from "../words/language/speech.ts";
import { beginNewVersion } from "./session/new-version.ts";
import { scriptAddress } from "./session/script-address.ts";

/** Maximum attempts to install a new worker that can't get all its files, for example for lack of storage. */
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
 * Resolves to whether a worker with all its files is installed. If the first worker couldn't get its files, the browser
 * has removed it and its registration.
 */
function isInstalled({ active, waiting, installing }: Registration): Promise<boolean> {
  return new Promise((resolve) => {
    if (installing === null || active !== null || waiting !== null) resolve(true);
    else installing.addEventListener("statechange", () => resolve(installing.state !== "redundant"), { once: true });
  });
}

/** Interval between an open page's checks for a newer client. */
const ASK_EVERY_MS = 3_600_000;

/**
 * Makes the browser store the client's files, so that the client opens without a network, and reports newer versions.
 */
export async function keepClientFiles(): Promise<void> {
  // Browsers only have service workers with TLS and on localhost.
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  const registration = await registerWorker(serviceWorker, scriptAddress("/sw.js"));
  if (registration === undefined) return;
  void serviceWorker.ready.then(({ active }) => active?.postMessage(speech().language));

  let isChosenHere = false;
  const offer = () => {
    const { active, waiting } = registration;
    // The first worker becomes active automatically.
    if (active === null || waiting === null) return;
    beginNewVersion.value = () => {
      isChosenHere = true;
      waiting.postMessage("begin");
    };
  };
  const watch = () => registration.installing?.addEventListener("statechange", offer);
  registration.addEventListener("updatefound", watch);
  let hadWorker = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    if (isChosenHere) location.reload();
    // Another tab has switched to the newer client. This tab only reloads when its user chooses to.
    else if (hadWorker) beginNewVersion.value = () => location.reload();
    hadWorker = true;
  });
  // Another tab may already have found a newer client.
  watch();
  offer();
  setInterval(() => void registration.update().catch(() => undefined), ASK_EVERY_MS);
}
