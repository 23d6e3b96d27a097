import { partsWords } from "./words/app.ts";

/** The part of the client where an action's keys work. The help lists the keys by part. */
export type KeyScope = "anywhere" | "list" | "feed" | "message" | "composer";

interface Keys {
  readonly where: KeyScope;
  /**
   * Values of `KeyboardEvent.key`, such as "r", "R", "?" and "ArrowDown", and "Space". "Mod+" means Ctrl, and ⌘ on a
   * Mac. "Shift+" is written after "Mod+" and "Alt+", or if Shift changes no character. Menus show the first one.
   */
  readonly keys: readonly string[];
}

const anywhere = (...keys: string[]): Keys => ({ where: "anywhere", keys });
const list = (...keys: string[]): Keys => ({ where: "list", keys });
const feed = (...keys: string[]): Keys => ({ where: "feed", keys });
const message = (...keys: string[]): Keys => ({ where: "message", keys });
const composer = (...keys: string[]): Keys => ({ where: "composer", keys });

/**
 * All actions that have a key or are in the palette. The keys are Zulip's, plus our own for actions that have no key in
 * Zulip. Views register handlers for the actions they can run (`useAction`). The actions' names are in `keysWords()`.
 */
export const ACTIONS = {
  palette: anywhere("Mod+k"),
  search: anywhere("/"),
  help: anywhere("?"),
  leave: anywhere("Escape", "Mod+["),
  inbox: anywhere("I"),
  recent: anywhere("t"),
  combined: anywhere("a"),
  mentions: anywhere(),
  starred: anywhere("*"),
  directs: anywhere("P"),
  drafts: anywhere("d"),
  scheduled: anywhere(),
  reminders: anywhere(),
  reactions: anywhere(),
  channels: anywhere(),
  people: anywhere(),
  settings: anywhere(),
  integrations: anywhere(),
  menu: anywhere("g"),
  nextUnread: anywhere("n"),
  nextFollowed: anywhere("N"),
  nextDirect: anywhere("p"),
  previousChannel: anywhere("A"),
  nextChannel: anywhere("D"),
  filterSidebar: anywhere("q"),
  filterPeople: anywhere("w"),
  composeTopic: anywhere("c"),
  composeDirect: anywhere("x"),
  nextPane: anywhere("F6"),
  previousPane: anywhere("Shift+F6"),
  details: anywhere("l"),
  createChannel: anywhere(),
  invite: anywhere(),
  inviteOutside: anywhere(),
  setStatus: anywhere(),
  theme: anywhere(),
  markAllRead: anywhere(),
  call: anywhere("Mod+Shift+h"),
  muteMicrophone: anywhere("Mod+Shift+Space"),
  logOut: anywhere(),

  nextItem: list("ArrowDown", "j"),
  previousItem: list("ArrowUp", "k"),
  markItemRead: list("e"),
  undo: list("u"),

  nextMessage: feed("ArrowDown", "j"),
  previousMessage: feed("ArrowUp", "k"),
  pageDown: feed("Space", "PageDown", "J"),
  pageUp: feed("Shift+Space", "PageUp", "K"),
  firstMessage: feed("Home"),
  lastMessage: feed("End", "G"),
  jumpToDate: feed("T"),
  editLast: feed("ArrowLeft"),
  openTopic: feed("s"),
  openChannel: feed("S"),
  topicList: feed("y"),
  showInContext: feed("z"),
  markConversationRead: feed("Shift+Escape"),
  muteTopic: feed("M"),
  followTopic: feed("f"),
  resolveTopic: feed("o"),

  reply: message("r", "Enter"),
  replyToSender: message("R"),
  quote: message(">"),
  forward: message("<"),
  mentionSender: message("@"),
  react: message(":"),
  thumbsUp: message("+"),
  toggleFirstReaction: message("="),
  star: message("Mod+s"),
  edit: message("e"),
  move: message("m"),
  deleteMessage: message(),
  pin: message(),
  markUnreadFrom: message("U"),
  collapse: message("-"),
  copyLink: message("L"),
  copyMessage: message(),
  userCard: message("u"),
  viewImage: message("v"),
  readReceipts: message("V"),
  history: message("H"),
  remind: message(),
  report: message(),
  messageMenu: message("i"),

  send: composer("Mod+Enter"),
  newLine: composer("Shift+Enter"),
  bold: composer("Mod+b"),
  italic: composer("Mod+i"),
  link: composer("Mod+Shift+l"),
  code: composer("Mod+Shift+c"),
  voiceMessage: composer("Mod+Shift+m"),
  snippets: composer("Mod+'"),
  preview: composer("Alt+p"),
  openTarget: composer("Mod+."),
} as const satisfies Record<string, Keys>;

export type ActionName = keyof typeof ACTIONS;

export const ACTION_NAMES = Object.keys(ACTIONS) as ActionName[];

export const actionKeys = (name: ActionName): readonly string[] => ACTIONS[name].keys;

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** Returns the keyboard labels of a key: ["Ctrl", "K"] for "Mod+k". */
export function capsOf(key: string, mac = isMac()): readonly string[] {
  const names = partsWords().keyCaps;
  const parts = key.length > 1 ? key.split(/\+(?=.)/) : [key];
  const last = parts.at(-1) ?? key;
  const shifted = last.length === 1 && last !== last.toLowerCase() ? [...parts.slice(0, -1), "Shift", last] : parts;
  return shifted.map((part) => {
    if (part === "Mod") return mac ? "⌘" : names.control;
    if (part === "Alt") return mac ? "⌥" : names.alt;
    if (part === "Shift") return mac ? "⇧" : names.shift;
    return (names as Readonly<Record<string, string>>)[part] ?? part.toUpperCase();
  });
}

/**
 * Returns the hint that a button or menu shows next to an action, such as "R" or "Ctrl K", or undefined if it has no
 * key.
 */
export function keyHint(name: ActionName): string | undefined {
  const [first] = actionKeys(name);
  return first === undefined ? undefined : capsOf(first).join(" ");
}

export function ariaKeys(name: ActionName): string | undefined {
  const modifiers = { Mod: isMac() ? "Meta" : "Control", Alt: "Alt", Shift: "Shift" } as const;
  const all = actionKeys(name).map((key) => {
    if (key.length === 1) return key !== key.toLowerCase() ? `Shift+${key}` : key === "+" ? "Plus" : key;
    return key.replace(/^(Mod|Alt|Shift)(?=\+)/, (part) => modifiers[part as keyof typeof modifiers]);
  });
  return all.length > 0 ? all.join(" ") : undefined;
}
