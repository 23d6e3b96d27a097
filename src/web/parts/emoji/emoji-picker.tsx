import "./emoji-picker.css";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import { isComposed } from "../../keyboard.ts";
import { indexed, ranked, type SearchItem } from "../../model/match.ts";
import { pickersWords } from "../../words/people.ts";
import type { Anchor } from "../overlays/anchor.ts";
import { Popover } from "../overlays/popover.tsx";
import { LoadingIndicator } from "../progress.tsx";
import { useRoving } from "../roving.ts";
import { Emoji, type EmojiValue } from "./emoji.tsx";
import { codesOf, emojiOrder, gridStep } from "./emoji-grid.ts";
import { type EmojiNames, loadEmojiNames } from "./emoji-names.ts";
import { usedEmoji } from "./emoji-used.ts";

type GroupName = keyof ReturnType<typeof pickersWords>["emoji"]["groups"];

interface Group {
  readonly name: GroupName | "found";
  readonly emoji: readonly EmojiValue[];
}

interface EmojiPickerProps {
  readonly anchor: Anchor;
  readonly url: string;
  readonly custom: readonly { readonly id: string; readonly name: string; readonly src: string }[];
  readonly onPick: (emoji: EmojiValue) => void;
  readonly onClose: () => void;
}

const MAX_FOUND = 72;

/** The one non-Unicode emoji that every server of this protocol has. */
const EXTRA: EmojiValue = { type: "zulip_extra_emoji", name: "zulip", code: "zulip" };

/** Icon for each group's button in the row above the list. */
const SIGNS: Readonly<Record<GroupName, string>> = {
  recent: "🕘",
  custom: "🏠",
  smileys: "🙂",
  people: "👋",
  nature: "🌿",
  food: "🍎",
  travel: "🚀",
  activities: "⚽",
  objects: "💡",
  symbols: "❤️",
  flags: "🏁",
};

/** Returns all emoji groups, without emoji whose codes the server doesn't know. */
function groupsOf(names: EmojiNames, custom: EmojiPickerProps["custom"], columns: number): readonly Group[] {
  const own = custom.map(({ id, name, src }): EmojiValue => ({ type: "realm_emoji", name, code: id, src }));
  const ownById = new Map(own.map((emoji) => [emoji.code, emoji]));
  const recent = usedEmoji(columns * 2).flatMap((emoji): EmojiValue[] => {
    if (emoji.type === "realm_emoji") return [ownById.get(emoji.code) ?? []].flat();
    return [emoji];
  });
  const unicode = Object.entries(emojiOrder).map(([name, steps]): Group => {
    const emoji = codesOf(steps).flatMap((code): EmojiValue[] => {
      const first = names[code]?.[0];
      return first === undefined ? [] : [{ type: "unicode_emoji", name: first, code }];
    });
    return { name: name as GroupName, emoji };
  });
  const all: Group[] = [{ name: "recent", emoji: recent }, { name: "custom", emoji: [...own, EXTRA] }, ...unicode];
  return all.filter(({ emoji }) => emoji.length > 0);
}

const indexOf = (groups: readonly Group[], names: EmojiNames): SearchItem<EmojiValue>[] =>
  indexed(
    groups.filter(({ name }) => name !== "recent").flatMap(({ emoji }) => emoji),
    (emoji) => (emoji.type === "unicode_emoji" ? (names[emoji.code] ?? []) : [emoji.name]),
  );

/** An emoji picker. Emoji are found by typing a name, or with the arrow keys. */
export function EmojiPicker({ anchor, url, custom, onPick, onClose }: EmojiPickerProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const coarse = useMemo(() => matchMedia("(pointer: coarse)").matches, []);
  const columns = coarse ? 7 : 9;
  const [names, setNames] = useState<EmojiNames | "failed">();
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(-1);
  const [whole, setWhole] = useState(false);
  useEffect(() => {
    loadEmojiNames(url).then(setNames, () => setNames("failed"));
    // Draws the first groups immediately and the others a moment later, so that the picker opens quickly.
    const timer = setTimeout(() => setWhole(true), 60);
    return () => clearTimeout(timer);
  }, [url]);
  const known = typeof names === "object" ? names : undefined;
  const all = useMemo(() => (known ? groupsOf(known, custom, columns) : []), [known, custom, columns]);
  const index = useMemo(() => (known ? indexOf(all, known) : []), [known, all]);
  const groups = useMemo((): readonly Group[] => {
    const wanted = typed.trim().replace(/^:|:$/g, "").replaceAll(" ", "_");
    return wanted === "" ? all : [{ name: "found", emoji: ranked(index, wanted, { limit: MAX_FOUND }) }];
  }, [typed, all, index]);
  const shown = whole || typed !== "" ? groups : groups.slice(0, 3);
  const flat = useMemo(() => groups.flatMap(({ emoji }) => emoji), [groups]);
  const chosen = typed !== "" && active < 0 ? 0 : active;
  const emoji = flat[chosen];
  const isAwaited = useRef(false);
  useEffect(() => {
    if (!isAwaited.current || known === undefined) return;
    isAwaited.current = false;
    if (emoji !== undefined) onPick(emoji);
  }, [known]);
  useRoving(bar, { items: "button", along: "horizontal" });

  const move = (to: number) => {
    setActive(to);
    document.getElementById(`${id}-${to}`)?.scrollIntoView({ block: "nearest" });
  };
  const keyDown = (event: KeyboardEvent) => {
    if (isComposed(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && emoji !== undefined) {
      event.preventDefault();
      onPick(emoji);
      return;
    }
    // If Enter was pressed before the names loaded, the best match is chosen once they have.
    if (event.key === "Enter" && names === undefined && typed !== "") {
      event.preventDefault();
      isAwaited.current = true;
      return;
    }
    // Left and right move the caret in the typed text until another arrow key moves into the grid.
    const inText = typed !== "" && active < 0 && (event.key === "ArrowLeft" || event.key === "ArrowRight");
    const rtl = document.documentElement.dir === "rtl";
    const to = inText
      ? undefined
      : gridStep(event.key, chosen, { sizes: groups.map((group) => group.emoji.length), columns, rtl });
    if (to === undefined) return;
    event.preventDefault();
    setWhole(true);
    move(to);
  };
  const at = (event: Event) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-at]") : null;
    return cell === null ? -1 : Number(cell.dataset["at"]);
  };
  const text = pickersWords().emoji;
  let start = 0;
  return (
    <Popover anchor={anchor} label={text.title} class="emoji-picker" onClose={onClose}>
      <div class="emoji-picker-search">
        <input
          type="text"
          role="combobox"
          class="field-input"
          autofocus={!coarse}
          placeholder={text.search}
          aria-label={text.search}
          aria-expanded={flat.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen >= 0 && chosen < flat.length ? `${id}-${chosen}` : undefined}
          autocomplete="off"
          spellcheck={false}
          value={typed}
          onInput={(event) => {
            isAwaited.current = false;
            setTyped(event.currentTarget.value);
            setActive(-1);
            list.current?.scrollTo(0, 0);
          }}
          onKeyDown={keyDown}
        />
      </div>
      <div ref={bar} class="emoji-picker-bar" role="toolbar" aria-label={text.title}>
        {all.map(({ name }) => (
          <button
            key={name}
            type="button"
            aria-label={text.groups[name as GroupName]}
            onClick={() => {
              setTyped("");
              setWhole(true);
              requestAnimationFrame(() => document.getElementById(`${id}-${name}`)?.scrollIntoView({ block: "start" }));
            }}
          >
            <span class="emoji-glyph" aria-hidden="true">
              {SIGNS[name as GroupName]}
            </span>
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys */}
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label={text.title}
        aria-busy={names === undefined}
        class="emoji-picker-list"
        style={{ "--columns": columns }}
        onPointerDown={(event) => event.preventDefault()}
        onPointerMove={(event) => at(event) >= 0 && at(event) !== active && setActive(at(event))}
        onClick={(event) => {
          const pressed = flat[at(event)];
          if (pressed !== undefined) onPick(pressed);
        }}
      >
        {names === undefined && <LoadingIndicator />}
        {names === "failed" && <p class="emoji-picker-note">{text.failed}</p>}
        {known !== undefined && flat.length === 0 && <p class="emoji-picker-note">{text.none}</p>}
        {shown.map((group) => {
          const from = start;
          start += group.emoji.length;
          const inside = chosen - from;
          const mine = inside >= 0 && inside < group.emoji.length ? inside : -1;
          return <EmojiGroup key={group.name} {...{ id, group, from, active: mine }} />;
        })}
      </div>
      <div class="emoji-picker-name" aria-hidden="true">
        {emoji !== undefined && (
          <>
            <Emoji emoji={emoji} silent />
            <span class="one-line">:{emoji.name}:</span>
          </>
        )}
      </div>
    </Popover>
  );
}

interface EmojiGroupProps {
  readonly id: string;
  readonly group: Group;
  /** The index of the group's first emoji among the emoji of all groups. */
  readonly from: number;
  readonly active: number;
}

function EmojiGroup({ id, group, from, active }: EmojiGroupProps) {
  const title = group.name === "found" ? undefined : pickersWords().emoji.groups[group.name];
  // The elements are memoized while the group doesn't change, because all groups together have two thousand emoji.
  return useMemo(
    () => (
      // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox
      <div role="group" aria-label={title} id={`${id}-${group.name}`} class="emoji-picker-group">
        {title !== undefined && (
          <div class="emoji-picker-title" aria-hidden="true">
            {title}
          </div>
        )}
        <div class="emoji-picker-grid" role="presentation">
          {group.emoji.map((emoji, at) => (
            <div
              key={`${emoji.type} ${emoji.code}`}
              id={`${id}-${from + at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              aria-label={emoji.name.replaceAll("_", " ")}
              data-at={from + at}
            >
              <Emoji emoji={emoji} silent />
            </div>
          ))}
        </div>
      </div>
    ),
    [id, group, from, active, title],
  );
}
