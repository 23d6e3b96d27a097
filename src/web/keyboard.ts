import { signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { ACTION_NAMES, ACTIONS, type ActionName, actionKeys, isMac } from "./keys.ts";
import { loadDeferred } from "./loads.ts";
import { speech } from "./words/language/speech.ts";

type PressedKeys = Pick<
  KeyboardEvent,
  "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "isComposing" | "keyCode"
>;

/** Returns a key's character, ignoring Caps Lock. For non-Latin scripts, returns the character of a Latin keyboard. */
function characterOf({ key, code, shiftKey }: PressedKeys): string {
  const other = /^\p{L}$/u.test(key) && !/^[a-z]$/i.test(key) ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  const letter = other ?? key;
  if (!/^[a-z]$/i.test(letter)) return key === " " ? "Space" : key;
  return shiftKey ? letter.toUpperCase() : letter.toLowerCase();
}

/** True if a key belongs to an input method that composes a character. In Safari, only the key code shows that. */
export const isComposed = ({ isComposing, keyCode }: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean =>
  isComposing || keyCode === 229;

/** Returns the name of the pressed keys as in keys.ts, or undefined while an input method composes a character. */
export function pressedKey(event: PressedKeys, mac = isMac()): string | undefined {
  if (isComposed(event)) return undefined;
  const character = characterOf(event);
  const printable = character.length === 1;
  const modified = mac ? event.metaKey : event.ctrlKey;
  // A character typed with AltGr or ⌥, such as "@", "[" or "~" on many keyboards, is that character, without modifiers.
  const typed = printable && !/[a-z]/i.test(character) && event.altKey && (mac || event.ctrlKey);
  if (typed) return character;
  if (mac ? event.ctrlKey : event.metaKey) return undefined;
  const prefix = `${modified ? "Mod+" : ""}${event.altKey ? "Alt+" : ""}`;
  if (printable && prefix === "") return character;
  const shift = event.shiftKey && (!printable || /[a-z]/i.test(character)) ? "Shift+" : "";
  return `${prefix}${shift}${printable ? character.toLowerCase() : character}`;
}

/** Returns whether an arrow key points to the start or the end of a line of text, or undefined for other keys. */
export function arrowTo({ key }: Pick<KeyboardEvent, "key">): "start" | "end" | undefined {
  if (key !== "ArrowLeft" && key !== "ArrowRight") return undefined;
  return (key === "ArrowRight") === (speech().direction === "rtl") ? "start" : "end";
}

const byKey = new Map<string, ActionName[]>();
for (const name of ACTION_NAMES) {
  for (const key of actionKeys(name)) byKey.set(key, [...(byKey.get(key) ?? []), name]);
}

const isCharacter = (key: string) => [...key].length === 1;

/**
 * Returns the actions that a key can trigger. While the user is typing, these are the composer's actions. With Mod,
 * Alt, F keys and Escape, they include those that work anywhere.
 */
export function actionsFor(key: string, where: { readonly writing: boolean; readonly letters: boolean }): ActionName[] {
  const found = byKey.get(key) ?? [];
  if (where.writing) {
    const command = /^(Mod|Alt)\+/.test(key) || /^F\d+$/.test(key.replace("Shift+", "")) || key === "Escape";
    return found.filter((name) => {
      const { where: place } = ACTIONS[name];
      return place === "composer" || (command && place === "anywhere");
    });
  }
  return found.filter((name) => ACTIONS[name].where !== "composer" && (where.letters || !isCharacter(key)));
}

const STORAGE_KEY = "parley.letter-keys";

/** Whether single characters are shortcuts. Users who dictate or often mistype can turn this off (WCAG 2.1.4). */
export const letterKeys = signal(true);

export function setLetterKeys(on: boolean): void {
  letterKeys.value = on;
  localStorage.setItem(STORAGE_KEY, on ? "on" : "off");
}

interface Handler {
  /**
   * Greater for inner views than for outer ones, and for later views than for earlier ones. The greatest is tried
   * first.
   */
  readonly depth: number;
  readonly run: () => unknown;
  readonly enabled: () => boolean;
  readonly within: RefObject<Element | null> | undefined;
}

const handlers = new Map<ActionName, Handler[]>();
let depths = 0;

/**
 * Handles an action while this component is mounted. If several views have an enabled handler, the innermost view's
 * runs. `run` returns false to leave the action to the next view. `within` limits the handler to keys pressed inside an
 * element.
 */
export function useAction(
  name: ActionName,
  run: () => unknown,
  enabled = true,
  within?: RefObject<Element | null>,
): void {
  // Set while rendering, because outer components are rendered before inner ones, but their effects run after.
  const depth = useMemo(() => ++depths, []);
  const latest = useRef({ run, enabled });
  latest.current = { run, enabled };
  // A layout effect, so that a view's keys work as soon as it is painted.
  useLayoutEffect(() => {
    const handler: Handler = {
      depth,
      run: () => latest.current.run(),
      enabled: () => latest.current.enabled,
      within,
    };
    const others = handlers.get(name) ?? [];
    handlers.set(
      name,
      [...others, handler].sort((one, other) => other.depth - one.depth),
    );
    return () => {
      handlers.set(name, handlers.get(name)?.filter((one) => one !== handler) ?? []);
    };
  }, [name, depth, within]);
}

let permitted: ReadonlySet<ActionName> | undefined;
let refuse = (): void => {};

/** Permits only these actions from now on. `refused` is called when another action is triggered. */
export function permitOnly(names: readonly ActionName[], refused: () => void): void {
  permitted = new Set(names);
  refuse = refused;
}

/** True if the current user is allowed to use the action at all. */
export const isPermitted = (name: ActionName): boolean => permitted?.has(name) ?? true;

/** Returns the actions that some view can run now, for the palette. */
export const actionsNow = (): ActionName[] =>
  ACTION_NAMES.filter((name) => isPermitted(name) && handlers.get(name)?.some((handler) => handler.enabled()));

/** Runs an action as if its key had been pressed. Returns false if no view could run it. */
export function runAction(name: ActionName, target?: Element): boolean {
  for (const handler of handlers.get(name) ?? []) {
    const inside = handler.within === undefined || target === undefined || handler.within.current?.contains(target);
    if (!inside || !handler.enabled()) continue;
    if (!isPermitted(name)) {
      refuse();
      return true;
    }
    if (handler.run() !== false) return true;
  }
  return false;
}

const WRITTEN =
  "textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=button], [type=range])";
const PRESSED = "a[href], button, summary, [role=button], [role=checkbox], [role=tab], input, label";

function keyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || !(event.target instanceof Element)) return;
  const key = pressedKey(event);
  if (key === undefined) return;
  const { target } = event;
  // An open dialog or menu handles its keys itself.
  if (target.closest("dialog, [popover]") || document.querySelector("dialog:modal")) return;
  // Enter and Space press the focused button or link.
  if (/Enter$|Space$/.test(key) && !key.startsWith("Mod") && target.closest(PRESSED)) return;
  const writing = target.closest(WRITTEN) !== null;
  const names = actionsFor(key, { writing, letters: letterKeys.value });
  const [first] = waiting;
  // After a long time, users no longer expect a key to have an effect.
  if (first !== undefined && event.timeStamp - first.event.timeStamp > WAITS_AT_MOST_MS) waiting.length = 0;
  const isAfter = waiting.length > 0;
  if ((writing || !isAfter) && names.some((name) => runAction(name, target))) event.preventDefault();
  // A character pressed after another key may be meant for a field that the other key opens.
  else if (names.length > 0 ? isAfter || partsToCome.size > 0 : isAfter && !writing && isCharacter(key)) {
    waiting.push({ event, names });
    event.preventDefault();
  }
}

/**
 * A key that no view could handle because parts of the page are still loading, or that was pressed after such a key.
 */
export interface WaitingKey {
  readonly event: KeyboardEvent;
  readonly names: readonly ActionName[];
}

const waiting: WaitingKey[] = [];
const WAITS_AT_MOST_MS = 10_000;
/** Parts of the page being loaded, whose keys aren't bound yet. */
const partsToCome = new Set();

/**
 * Records that a part of the page is being loaded. Call the returned function when the part is shown, has failed or was
 * removed.
 */
export function partToCome(): () => void {
  const part = {};
  partsToCome.add(part);
  return () => {
    partsToCome.delete(part);
    if (waiting.length > 0) void loadDeferred().then(({ pressKeys }) => pressKeys(waiting, partsToCome));
  };
}

/** True once the handlers of actions that load after the first view are registered, too. */
export const areAllBound = signal(false);

export function startKeyboard(): void {
  letterKeys.value = localStorage.getItem(STORAGE_KEY) !== "off";
  document.addEventListener("keydown", keyDown);
}
