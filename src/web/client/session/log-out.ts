import { OWN_DATABASE } from "../../store/account-database.ts";
import { deleteDatabases } from "../../store/cache.ts";
import { OWN_JOURNALS } from "../../store/device.ts";
import { endJournals } from "../../store/journal.ts";
import { LOGGED_OUT } from "../../wire/page.ts";
import type { Client } from "../client.ts";
import { hasSeveral, STORAGE_PREFIX } from "../organizations/arrival.ts";
import { nameNotifications } from "../organizations/name-notifications.ts";
import { dropShared } from "../share-target/shared.ts";
import { UNSENT_STORED, VOICE_DATABASE } from "../voice/unsent.ts";
import { turnPushesOff } from "./own-pushes.ts";
import { loginAddress } from "./session.ts";

/**
 * Folder in the browser's private file system where archives are unpacked. Also the storage key that marks its
 * existence.
 */
export const PRIVATE_FILES = "moving";

/** Removes everything unpacked in this browser. Files in use by another tab stay, and so does the storage key. */
async function removePrivateFiles(): Promise<void> {
  if (localStorage.getItem(PRIVATE_FILES) === null) return;
  const root = await navigator.storage.getDirectory();
  await root.removeEntry(PRIVATE_FILES, { recursive: true }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === "NotFoundError")) throw error;
  });
  localStorage.removeItem(PRIVATE_FILES);
}

const CHANNEL = "parley-session";
/** Message to the other tabs: the user has logged out in this browser. */
const LOGGED_OUT_HERE = "logged out";
/** Storage keys that stay: the page's appearance, which isn't personal, and the marker of unpacked files. */
const STAYS = new Set(["look", PRIVATE_FILES]);
const PER_ACCOUNT_STORES = new Set<string>([OWN_DATABASE, VOICE_DATABASE, UNSENT_STORED]);
/**
 * Maximum wait for the deletion of data. The browser may have to contact its push service. It never answers pending
 * requests if another tab's login page makes it delete everything (`Clear-Site-Data`).
 */
const WIPED_WITHIN_MS = 3_000;

/**
 * Where to go after a logout in this browser: to the login page, or to the service where the session started. Undefined
 * if the session ended in another way. The next login then leads back to the current place.
 */
let next: string | undefined;
/**
 * True while the request to end the session is pending. If the end is reported in the meantime, the next page isn't
 * known yet.
 */
let isAsking = false;
/** True if the end of the session was reported. */
let isSessionOver = false;
let hasGone = false;

let channel: BroadcastChannel | undefined;
/**
 * The page's only channel object. A second one would get this page's own messages, and leave before everything is
 * deleted.
 */
function tabs(): BroadcastChannel {
  channel ??= new BroadcastChannel(CHANNEL);
  return channel;
}

/**
 * Ends the session, and removes all data from this browser that came from the server or was written here. Rejects if the
 * session couldn't be ended.
 */
export async function logOut(client: Client): Promise<void> {
  isAsking = true;
  try {
    ({ next = "/login/" } = await client.api.post<{ next?: string }>("/logout"));
    isSessionOver = true;
  } catch (error) {
    if (!isSessionOver) throw error;
  } finally {
    isAsking = false;
  }
  await leaveBrowser();
}

/** Deletes the stored data after the session has ended, notifies the other tabs, and shows the next page. */
export async function leaveBrowser(): Promise<void> {
  isSessionOver = true;
  if (isAsking) return;
  endPage();
  tabs().postMessage(next === undefined ? "ended" : LOGGED_OUT_HERE);
  await wipe(false);
  navigateAway();
}

/** Leaves this page when another tab has logged out. */
export function leaveWithOthers(): void {
  tabs().addEventListener("message", ({ data }) => {
    isSessionOver = true;
    if (data === LOGGED_OUT_HERE) next ??= "/login/";
    if (isAsking) return;
    endPage();
    navigateAway();
  });
}

/** Goes to the next page, but only once, because that page may be valid for a single visit. */
function navigateAway(): void {
  if (!hasGone) location.replace(next ?? loginAddress());
  hasGone = true;
}

/** Removes the server's data from this browser after a login has expired. Unsent data written here stays. */
export const forgetLogin = (): Promise<void> => wipe(true);

/**
 * Hides the page, because the next one may take a while to load. Until then, this page stores nothing and requests no
 * events.
 */
function endPage(): void {
  document.documentElement.style.visibility = "hidden";
  hasSeveral.value = false;
  endJournals();
  window.dispatchEvent(new Event(LOGGED_OUT));
}

/** True if a database or a storage entry holds unsent data written here, or the list of organizations. */
const isOwn = (name: string): boolean =>
  PER_ACCOUNT_STORES.has(name) ||
  name.startsWith(STORAGE_PREFIX) ||
  OWN_JOURNALS.some((one) => name.startsWith(`${one}.`));

/**
 * Deletes the stored data. With `keepsOwn`, unsent data, the list of organizations, and content shared with the app
 * stay.
 */
async function wipe(keepsOwn: boolean): Promise<void> {
  const stays = (name: string) => keepsOwn && isOwn(name);
  for (const key of Object.keys(localStorage)) if (!STAYS.has(key) && !stays(key)) localStorage.removeItem(key);
  sessionStorage.clear();
  const deletions = [
    keepsOwn ? undefined : dropShared(),
    deleteDatabases((name) => !stays(name)),
    removePrivateFiles(),
    nameNotifications(undefined),
    // Notifications already shown also belong to the account. The server sends no more, because the session has ended.
    turnPushesOff(),
  ];
  await Promise.race([Promise.allSettled(deletions), new Promise((resolve) => setTimeout(resolve, WIPED_WITHIN_MS))]);
}
