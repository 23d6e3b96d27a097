import { effect, signal, untracked } from "@preact/signals";
import type { Client } from "../../client/client.ts";
import { hasSeveral, LAST_PLACE } from "../../client/organizations/arrival.ts";
import { arrivedList, organizations, publishOwnEntry, switchTo } from "../../client/organizations/list.ts";
import { nameNotifications } from "../../client/organizations/name-notifications.ts";
import { MAX_ICON_LENGTH, type Organization, type Organizations } from "../../model/organizations/organizations.ts";
import { countInTitle } from "../notifications/page-title.ts";

const icon = signal<string | undefined>(undefined);

/** Returns this organization's entry, as it appears in the lists of other organizations' pages. */
export function selfOf(client: Client): Organization {
  const state = client.watch("unread", "topics", "channels", "users", "account", "realm");
  return {
    origin: location.origin,
    name: state.realm_name,
    ...(icon.value !== undefined && { icon: icon.value }),
    unread: { count: countInTitle(state), atMs: Date.now() },
  };
}

/** Stores this organization's current data for the other pages, and goes to another organization. */
export function goToOrganization(client: Client, origin: string): void {
  publishOwnEntry(selfOf(client));
  switchTo(origin);
}

/** Delay before updating the list's unread count, because several messages are often read at once. */
const TELL_AFTER_MS = 500;

let isFollowing = false;

/**
 * Keeps this organization's entry in the list up to date, and handles a list received from another organization's page.
 */
export function followOrganizations(client: Client, ask: (told: Organizations) => void): void {
  if (isFollowing) return;
  isFollowing = true;
  const told = arrivedList(untracked(() => selfOf(client)));
  if (told !== undefined) ask(told);
  effect(() => {
    const { realm_icon_source, realm_icon_url } = client.watch("realm");
    if (!hasSeveral.value || realm_icon_source !== "U") icon.value = undefined;
    else
      void drawn(realm_icon_url).then((data) => {
        icon.value = data;
      });
  });
  let isDue = false;
  effect(() => {
    if (!hasSeveral.value) return;
    void selfOf(client);
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      if (hasSeveral.peek()) publishOwnEntry(untracked(() => selfOf(client)));
    }, TELL_AFTER_MS);
  });
  effect(() => {
    const name = hasSeveral.value ? client.watch("realm").realm_name : undefined;
    void nameNotifications(name).catch(() => undefined);
  });
  addEventListener("pagehide", () => {
    if (hasSeveral.peek()) localStorage.setItem(LAST_PLACE, location.hash);
  });
  document.addEventListener("keydown", (event) => switchByKey(client, event));
}

/**
 * Switches organizations with Alt+Shift+1 to 9. In an installed app, Ctrl+1 to 9 works, too, because the browser
 * doesn't use these keys for tabs there.
 */
function switchByKey(client: Client, event: KeyboardEvent): void {
  const [, digit] = /^(?:Digit|Numpad)([1-9])$/.exec(event.code) ?? [];
  const chosen = organizations()?.all[Number(digit) - 1];
  if (chosen === undefined || event.defaultPrevented || document.querySelector("dialog:modal") !== null) return;
  const { altKey, shiftKey, ctrlKey, metaKey } = event;
  const isEverywhere = altKey && shiftKey && !ctrlKey && !metaKey;
  const isInApp = ctrlKey !== metaKey && !altKey && !shiftKey && matchMedia("(display-mode: standalone)").matches;
  if (!isEverywhere && !isInApp) return;
  event.preventDefault();
  if (chosen.origin !== location.origin) goToOrganization(client, chosen.origin);
}

/** Width and height in pixels. */
const ICON_SIZE = 64;

/** Returns this organization's icon as a small `data:` URL, or undefined if it can't be drawn or would be too large. */
async function drawn(address: string): Promise<string | undefined> {
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = ICON_SIZE;
    canvas.height = ICON_SIZE;
    canvas.getContext("2d")?.drawImage(image, 0, 0, ICON_SIZE, ICON_SIZE);
    // Browsers that can't write WebP return PNG.
    const all = [canvas.toDataURL("image/webp", 0.8), canvas.toDataURL("image/png")];
    return all.find(({ length }) => length <= MAX_ICON_LENGTH);
  } catch {
    return undefined;
  }
}
