import { speech } from "../words/language/speech.ts";
import { registerWorker } from "./register-worker.ts";
import { beginNewVersion } from "./session/new-version.ts";
import { scriptAddress } from "./session/script-address.ts";

/** Interval between an open page's checks for a newer client. */
const ASK_EVERY_MS = 3_600_000;

/** Makes the browser store the client's files, so that it opens without a network, and reports newer versions. */
export async function keepClientFiles(): Promise<void> {
  // Browsers only have service workers with TLS and on localhost.
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  const isFirst = serviceWorker.controller === null;
  const registration = await registerWorker(serviceWorker, scriptAddress("/sw.js"));
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
    // Another tab has switched to the newer client. This tab only reloads when asked to.
    if (isChosenHere) location.reload();
    else beginNewVersion.value = () => location.reload();
  });
  offer();
  setInterval(() => void registration.update().catch(() => undefined), ASK_EVERY_MS);
}
