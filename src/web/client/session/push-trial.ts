import { type Api, Refused } from "../../wire/api.ts";
import { type PushDevice, testPushDevice } from "./own-pushes.ts";

/** Maximum wait for a test push. Push services deliver immediately to a browser that is awake. */
const ARRIVES_WITHIN_MS = 20_000;

/** Progress or result of the test: what this browser lacks, why the push failed, or how far it got. */
export type PushTrialStep =
  | { readonly name: "permission" | "worker" | "subscription" | "key" | "gone" | "waiting" | "arrived" | "late" }
  | { readonly name: "service"; readonly reason: string };

interface PushTrial {
  readonly device: PushDevice;
  /** The key that the server currently signs pushes with. */
  readonly publicKey: string;
  readonly onStep: (step: PushTrialStep) => void;
}

/** Sends a test push to this browser, and reports the step that failed, or its arrival. */
export async function tryPush(api: Api, { device, publicKey, onStep }: PushTrial): Promise<void> {
  const name = await missingHere(publicKey);
  if (name !== undefined) return onStep({ name });
  const arrival = waitForArrival();
  try {
    const { removed } = await testPushDevice(api, device.id);
    if (removed.length > 0) return onStep({ name: "gone" });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return onStep({ name: "service", reason: error.message });
  }
  onStep({ name: "waiting" });
  void arrival.then((hasArrived) => onStep({ name: hasArrived ? "arrived" : "late" }));
}

/** Returns the first thing that this browser lacks, or undefined if nothing is missing. */
async function missingHere(publicKey: string): Promise<"permission" | "worker" | "subscription" | "key" | undefined> {
  if (Notification.permission !== "granted") return "permission";
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration?.active) return "worker";
  const subscription = await registration.pushManager.getSubscription();
  if (subscription === null) return "subscription";
  const key = subscription.options?.applicationServerKey;
  return key && textOf(key) !== publicKey ? "key" : undefined;
}

const textOf = (key: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Resolves to true if the service worker reports a test in time. */
const waitForArrival = (): Promise<boolean> =>
  new Promise((resolve) => {
    const over = new AbortController();
    const end = (hasArrived: boolean) => {
      over.abort();
      resolve(hasArrived);
    };
    const told = ({ data }: MessageEvent) => data?.arrived === "test" && end(true);
    navigator.serviceWorker.addEventListener("message", told, over);
    setTimeout(() => end(false), ARRIVES_WITHIN_MS);
  });
