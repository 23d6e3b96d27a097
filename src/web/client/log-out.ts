import { deleteDatabases } from "../store/cache.ts";
import { endJournals } from "../store/journal.ts";
import type { Client } from "./client.ts";
import { PRIVATE_FILES, removePrivateFiles } from "./private-files.ts";

const CHANNEL = "parley-session";
/** How the page looks stays as it was for whoever logs in next: it says nothing of anybody. */
const STAYS = new Set(["look", PRIVATE_FILES]);

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

/** For whoever has no session any more: wipes what is kept, tells the other tabs, and shows the page for logging in. */
export async function leaveBrowser(): Promise<void> {
  endJournals();
  new BroadcastChannel(CHANNEL).postMessage("ended");
  await wipe();
  location.replace("/login/");
}

/** Follows other tabs out. */
export function leaveWithOthers(): void {
  new BroadcastChannel(CHANNEL).addEventListener("message", () => {
    endJournals();
    location.replace("/login/");
  });
}

async function wipe(): Promise<void> {
  // What was pushed is of the account too. The server sends nothing more: the session has ended.
  await import("./own-pushes.ts").then(({ turnPushesOff }) => turnPushesOff()).catch(() => undefined);
  await removePrivateFiles().catch(() => undefined);
  for (const key of Object.keys(localStorage)) if (!STAYS.has(key)) localStorage.removeItem(key);
  sessionStorage.clear();
  await deleteDatabases(() => true);
}
