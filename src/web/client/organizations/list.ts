import { type Signal, signal } from "@preact/signals";
import { decodePercents } from "../../model/addresses/address.ts";
import {
  bringsOthers,
  MAX_ORGANIZATIONS,
  mergeOrganizations,
  type Organization,
  type Organizations,
  readOrganizations,
  withSelf,
  withTold,
} from "../../model/organizations/organizations.ts";
import { ARRIVAL, ARRIVED, hasSeveral, LAST_PLACE, LIST_KEPT } from "./arrival.ts";

const list: Signal<Organizations | undefined> = signal(undefined);
let isRead = false;

const keptList = () => readOrganizations(localStorage.getItem(LIST_KEPT));

/**
 * Returns this device's organizations, or undefined if there is only one. Other tabs of this origin also change the
 * list.
 */
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

/** A random, unguessable key. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => byte.toString(36)).join("");

/** Stores this organization's own details, if there is a list. */
export function publishOwnEntry(self: Organization): void {
  const known = organizations();
  if (known === undefined) return;
  const next = withSelf(known, self);
  if (JSON.stringify(next) !== JSON.stringify(known)) saveList(next);
}

/**
 * Adds an organization by its origin. Its name becomes known when its page sends the user back. Returns false if there
 * are too many organizations.
 */
export function addOrganization(self: Organization, origin: string): boolean {
  const known = organizations() ?? { key: newKey(), changedMs: 0, all: [] };
  const { all, key } = withSelf(known, self);
  if (!all.some((one) => one.origin === origin)) {
    if (all.length >= MAX_ORGANIZATIONS) return false;
    saveList({ key, changedMs: Date.now(), all: [...all, { origin, name: new URL(origin).host }] });
  }
  return true;
}

/** Removes an organization from the list, and replaces the list's key, which the removed organization knows. */
export function removeOrganization(origin: string): void {
  const all = organizations()?.all.filter((one) => one.origin !== origin) ?? [];
  saveList(all.length < 2 ? undefined : { key: newKey(), changedMs: Date.now(), all });
}

export function orderOrganizations(all: readonly Organization[]): void {
  const known = organizations();
  if (known !== undefined) saveList({ ...known, changedMs: Date.now(), all });
}

/** Opens another organization's page at its last place, and hands over the list. */
export function switchTo(origin: string): void {
  const known = organizations();
  localStorage.setItem(LAST_PLACE, location.hash);
  location.assign(known === undefined ? origin : `${origin}/${ARRIVAL}${encodeURIComponent(JSON.stringify(known))}`);
}

/** Returns the list sent by another organization's page, if the user still has to confirm it. */
export function arrivedList(self: Organization): Organizations | undefined {
  const text = localStorage.getItem(ARRIVED);
  if (text === null) return undefined;
  localStorage.removeItem(ARRIVED);
  const read = readOrganizations(decodePercents(text) ?? null);
  if (read === undefined || !read.all.some(({ origin }) => origin !== self.origin)) return undefined;
  // Otherwise, a list from a page whose clock is ahead would win every merge.
  const told = { ...read, changedMs: Math.min(read.changedMs, Date.now()) };
  const known = organizations();
  if (known?.key !== told.key || bringsOthers(known, told)) return told;
  saveList(withSelf(withTold(known, told, self.origin), self));
  return undefined;
}

/** Merges a list that the user has confirmed with the list of this origin. */
export const joinList = (told: Organizations, self: Organization): void =>
  saveList(withSelf(mergeOrganizations(organizations(), told, Date.now()), self));
