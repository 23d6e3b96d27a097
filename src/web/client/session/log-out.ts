import { deleteDatabases } from "../../store/cache.ts";
import { OWN_DATABASE, OWN_JOURNALS } from "../../store/device.ts";
import { endJournals } from "../../store/journal.ts";
import type { Client } from "../client.ts";
import { PRIVATE_FILES, removePrivateFiles } from "../private-files.ts";
import { turnPushesOff } from "./own-pushes.ts";

const CHANNEL = "parley-session";
/** How the page looks stays as it was for whoever logs in next: it says nothing of anybody. */
const STAYS = new Set(["look", PRIVATE_FILES]);
/** The browser may have to ask its push service. */
const PUSHES_END_WITHIN_MS = 3_000;

/** Ends the session, and takes everything off this browser that came from the server or was written here. */
export async function logOut(client: Client): Promise<void> {
  try {
    await client.api.post("/logout");
  } catch (error) {
    client.toast({ text: error instanceof Error ? error.message : String(error), kind: "error" });
    return;
  }
  await leaveBrowser();
}

/** For someone who has no session any more: wipes what is kept, tells the other tabs, and shows the page for logging in. */
export async function leaveBrowser(): Promise<void> {
  hidePage();
  endJournals();
  new BroadcastChannel(CHANNEL).postMessage("ended");
  await wipe(() => false);
  location.replace("/login/");
}

/** Follows other tabs out. */
export function leaveWithOthers(): void {
  new BroadcastChannel(CHANNEL).addEventListener("message", () => {
    hidePage();
    endJournals();
    location.replace("/login/");
  });
}

/** For a login that has run out: takes everything off this browser that came from the server; what was written here stays. */
export const forgetLogin = (): Promise<void> => wipe(isOwn);

/** The other page may be a while coming. */
function hidePage(): void {
  document.documentElement.style.visibility = "hidden";
}

/** Whether it is a database, or an entry of the storage, of what was written here and not sent. */
const isOwn = (name: string): boolean =>
  name === OWN_DATABASE || OWN_JOURNALS.some((one) => name.startsWith(`${one}.`));

async function wipe(stays: (name: string) => boolean): Promise<void> {
  for (const key of Object.keys(localStorage)) if (!STAYS.has(key) && !stays(key)) localStorage.removeItem(key);
  sessionStorage.clear();
  await deleteDatabases((name) => !stays(name)).catch(() => undefined);
  await removePrivateFiles().catch(() => undefined);
  // What was pushed is of the account too. The server sends nothing more: the session has ended.
  const pushesEnd = turnPushesOff().catch(() => undefined);
  await Promise.race([pushesEnd, new Promise((resolve) => setTimeout(resolve, PUSHES_END_WITHIN_MS))]);
}
