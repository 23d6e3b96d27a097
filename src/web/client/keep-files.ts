import { waitToRetry } from "../wire/wait-to-retry.ts";
import { speech } from "../words/language/speech.ts";
import { beginNewVersion } from "./session/new-version.ts";
import { scriptAddress } from "./session/script-address.ts";

/** The interval at which an open page asks whether there is a newer client. */
const ASK_EVERY_MS = 3_600_000;

/** Has the browser store the client's files, so that it opens without a network, and tells when there are newer ones. */
export async function keepClientFiles(): Promise<void> {
  // Browsers have service workers only over TLS and on localhost.
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  const isFirst = serviceWorker.controller === null;
  const registration = await register(serviceWorker);
  if (registration === undefined) return;
  void serviceWorker.ready.then(({ active }) => active?.postMessage(speech().language));
  if (isFirst) return;

  let isChosenHere = false;
  const offer = () => {
    const { waiting } = registration;
    if (waiting === null) return;
    beginNewVersion.value = () => {
      isChosenHere = true;
      waiting.postMessage("begin");
    };
  };
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
  serviceWorker.addEventListener("controllerchange", () => {
    // Another tab has changed to the newer client: this tab reloads only when it is told to.
    if (isChosenHere) location.reload();
    else beginNewVersion.value = () => location.reload();
  });
  offer();
  setInterval(() => void registration.update().catch(() => undefined), ASK_EVERY_MS);
}

/**
 * Registers the service worker, trying until the server answers: a page may stay open for days. Returns undefined if the
 * browser refuses.
 */
async function register(container: ServiceWorkerContainer): Promise<ServiceWorkerRegistration | undefined> {
  const address = scriptAddress("/sw.js");
  for (let failures = 1; ; failures++) {
    try {
      return await container.register(address);
    } catch (error) {
      // Only errors of the network are worth another attempt.
      if (!(error instanceof TypeError)) return undefined;
      if (await waitToRetry(failures)) failures = 0;
    }
  }
}
