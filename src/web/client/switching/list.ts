import { type Signal, signal } from "@preact/signals";
import {
  bringsOthers,
  joined,
  MAX_ORGANIZATIONS,
  type Organization,
  type Organizations,
  readOrganizations,
  withSelf,
  withTold,
} from "../../model/switching/organizations.ts";
import { ARRIVAL, ARRIVED, hasSeveral, LAST_PLACE, LIST_KEPT } from "./arrival.ts";

const list: Signal<Organizations | undefined> = signal(undefined);
let isRead = false;

const keptList = () => readOrganizations(localStorage.getItem(LIST_KEPT));

/** The organizations of this device; undefined while it knows of one only. Other tabs of this origin change it too. */
export function organizations(): Organizations | undefined {
  if (!isRead) {
    isRead = true;
    list.value = keptList();
    addEventListener("storage", ({ key }) => {
      if (key === LIST_KEPT) show(keptList());
    });
  }
  return list.value;
}

/** The other organizations of this device. */
export const otherOrganizations = (): readonly Organization[] =>
  organizations()?.all.filter(({ origin }) => origin !== location.origin) ?? [];

function show(organizations: Organizations | undefined): void {
  list.value = organizations;
  hasSeveral.value = organizations !== undefined;
}

function saveList(organizations: Organizations | undefined): void {
  if (organizations === undefined) localStorage.removeItem(LIST_KEPT);
  else localStorage.setItem(LIST_KEPT, JSON.stringify(organizations));
  show(organizations);
}

/** A key that nobody guesses. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => byte.toString(36)).join("");

/** Keeps what this organization says of itself, where there is a list. */
export function publishOwnEntry(self: Organization): void {
  const known = organizations();
  if (known === undefined) return;
  const next = withSelf(known, self);
  if (JSON.stringify(next) !== JSON.stringify(known)) saveList(next);
}

/** Adds an organization by its origin, whose name is told when its page has led back. Returns false if there are too many. */
export function addOrganization(self: Organization, origin: string): boolean {
  const known = organizations() ?? { key: newKey(), changedMs: 0, all: [] };
  const { all, key } = withSelf(known, self);
  if (!all.some((one) => one.origin === origin)) {
    if (all.length >= MAX_ORGANIZATIONS) return false;
    saveList({ key, changedMs: Date.now(), all: [...all, { origin, name: new URL(origin).host }] });
  }
  return true;
}

/** Removes an organization from the list. It knows the key, so the others get a new one. */
export function removeOrganization(origin: string): void {
  const all = organizations()?.all.filter((one) => one.origin !== origin) ?? [];
  saveList(all.length < 2 ? undefined : { key: newKey(), changedMs: Date.now(), all });
}

/** Puts the organizations into another order. */
export function orderOrganizations(all: readonly Organization[]): void {
  const known = organizations();
  if (known !== undefined) saveList({ ...known, changedMs: Date.now(), all });
}

/** Leads to the page of another organization, which goes on where it was left, and takes the list along. */
export function switchTo(origin: string): void {
  const known = organizations();
  localStorage.setItem(LAST_PLACE, location.hash);
  location.assign(known === undefined ? origin : `${origin}/${ARRIVAL}${encodeURIComponent(JSON.stringify(known))}`);
}

/** A list with which another organization's page has led here, where the user has to agree to it. */
export function arrivedList(self: Organization): Organizations | undefined {
  const text = localStorage.getItem(ARRIVED);
  if (text === null) return undefined;
  localStorage.removeItem(ARRIVED);
  const read = readOrganizations(decoded(text));
  if (read === undefined || !read.all.some(({ origin }) => origin !== self.origin)) return undefined;
  // A page whose clock is ahead would have the last word for ever.
  const told = { ...read, changedMs: Math.min(read.changedMs, Date.now()) };
  const known = organizations();
  if (known?.key !== told.key || bringsOthers(known, told)) return told;
  saveList(withSelf(withTold(known, told, self.origin), self));
  return undefined;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Joins a list that the user has agreed to with the one of this origin. */
export const joinList = (told: Organizations, self: Organization): void =>
  saveList(withSelf(joined(organizations(), told, Date.now()), self));
