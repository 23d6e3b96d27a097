import { effect } from "@preact/signals";
import type { Route } from "../../model/routes/place.ts";
import { type Habits, keyOfTarget, paletteTargetOf, withUse } from "../../model/search/palette-target.ts";
import type { Client } from "../client.ts";

const STORAGE_KEY = "parley.habits";

let habits: Habits | undefined;

/** Returns the places users open in this browser, and the commands they use from the palette. */
export function readHabits(): Habits {
  habits ??= stored();
  return habits;
}

export function rememberUse(key: string): void {
  habits = withUse(readHabits(), key, Date.now());
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...habits]));
  } catch {
    // Without storage space, habits are lost when the page is closed.
  }
}

function stored(): Habits {
  try {
    return new Map(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]"));
  } catch {
    return new Map();
  }
}

export const keyOfPlace = (place: Route, me: number): string | undefined => {
  const target = paletteTargetOf(place, me);
  return target && keyOfTarget(target);
};

export function learnHabits(client: Client): void {
  let before: string | undefined;
  effect(() => {
    const key = keyOfPlace(client.place.value, client.watch().user_id);
    if (key !== undefined && key !== before) rememberUse(key);
    before = key;
  });
}
