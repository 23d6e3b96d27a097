import "./palette.css";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { rememberUse } from "../../client/background/habits.ts";
import { useClient } from "../../client/client.ts";
import { areAllBound, isComposed } from "../../keyboard.ts";
import { paletteQuery } from "../../model/search/palette.ts";
import { keyOfTarget, type PaletteTarget } from "../../model/search/palette-target.ts";
import { useCombobox } from "../../parts/fields/combobox.ts";
import { Icon } from "../../parts/icon.tsx";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { useClose } from "../../parts/overlays/overlays.tsx";
import { appWords } from "../../words/app.ts";
import { labelOf } from "../../words/help.ts";
import { paletteWords } from "../../words/search.ts";
import { sharingWords } from "../../words/switching.ts";
import { useFoundMessages } from "./found-messages.ts";
import { goToEntry, isTarget, keyOfEntry, type PaletteEntry, placeOfEntry, searchForWords } from "./palette-entry.ts";
import { isConversation, onlyConversations, PaletteFinder, withMessages } from "./palette-finder.ts";
import { PaletteRow } from "./palette-row.tsx";

/** Options for choosing a conversation instead of going to one. */
interface Choice {
  readonly title: string;
  /** Text below the field, such as what will be sent there. */
  readonly note: string;
  readonly take: (target: PaletteTarget) => void;
}

/** Finds people, channels, topics and actions by parts of their names. */
export function Palette() {
  return (
    <Dialog bare class="dialog-list" title={labelOf("palette")}>
      <PaletteBody choice={undefined} />
    </Dialog>
  );
}

/** Like the palette, but only for choosing a conversation. */
export function ConversationChoice({ choice, onClosed }: { readonly choice: Choice; readonly onClosed: () => void }) {
  useEffect(() => onClosed, []);
  return (
    <Dialog bare class="dialog-list" title={choice.title}>
      <PaletteBody choice={choice} />
    </Dialog>
  );
}

const PREFETCH_AFTER_MS = 150;
/** Rows rendered on each key press, as many as are visible. The others follow when typing pauses. */
const FIRST_DRAWN = 14;
const PAUSE_MS = 120;

function PaletteBody({ choice }: { readonly choice: Choice | undefined }) {
  const client = useClient();
  const close = useClose();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const { value: recent } = client.recent.list;
  // Searches the state as it was when the palette opened. The state is read again when older conversations or all
  // actions have been loaded.
  const newest = useMemo(() => new PaletteFinder(client), [client, recent.length > 0, areAllBound.value]);
  const [{ finder, isPrepared }, setPrepared] = useState({ finder: newest, isPrepared: false });
  const isChoice = choice !== undefined;
  const sectionsOf = (finder: PaletteFinder) => (isChoice ? onlyConversations(finder.find(typed)) : finder.find(typed));
  const named = useMemo(() => sectionsOf(finder), [finder, isPrepared, typed, isChoice]);
  const query = paletteQuery(typed);
  // If the text starts with a sign that limits the kinds of entries, such as "#", messages aren't searched.
  const [pausedAt, setPausedAt] = useState("");
  const isPaused = pausedAt === typed;
  const messages = useFoundMessages(isChoice || query.text !== typed.trimStart() ? "" : typed, isPaused);
  const sections = useMemo(() => withMessages(named, messages), [named, messages]);
  const entries = sections.flatMap((section) => section.entries);
  const w = paletteWords();
  useEffect(() => {
    void client.recent.load();
    client.prepareSearch();
  }, [client]);
  // The preparation starts before the first letter is typed, and lets keys be handled between its steps. The previous
  // finder is used until it is done.
  useEffect(() => {
    let timer = setTimeout(function prepare() {
      if (newest.prepare()) timer = setTimeout(prepare);
      else setPrepared({ finder: newest, isPrepared: true });
    });
    return () => clearTimeout(timer);
  }, [newest]);

  const leave = (go: () => void) => {
    close();
    // Waits until the dialog is closed and has returned the focus.
    setTimeout(go);
  };
  const take = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    if (isTarget(entry)) rememberUse(keyOfTarget(entry));
    leave(() => (choice === undefined ? goToEntry(client, entry) : isConversation(entry) && choice.take(entry)));
  };
  /** Returns the first entry for Enter. If the finder isn't prepared yet, finishes its preparation first. */
  const bestEntry = (): PaletteEntry | undefined => {
    if (finder === newest && isPrepared) return entries[0];
    while (newest.prepare());
    return sectionsOf(newest)[0]?.entries[0];
  };
  const combobox = useCombobox({
    label: w.matches,
    count: entries.length,
    open: true,
    query: typed,
    onChoose: (at, key) => take(key === "Enter" && at === 0 ? bestEntry() : entries[at]),
  });
  const active = entries[combobox.active];
  const activeKey = active && keyOfEntry(active);
  const last = useRef({ typed, activeKey });
  // Messages found later push entries down. The selection stays on the user's entry.
  useLayoutEffect(() => {
    const at = entries.findIndex((one) => keyOfEntry(one) === last.current.activeKey);
    if (last.current.typed === typed && combobox.active > 0 && at > 0) combobox.setActive(at);
  }, [sections]);
  useLayoutEffect(() => {
    last.current = { typed, activeKey };
  });
  useEffect(() => {
    const timer = setTimeout(() => setPausedAt(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const drawn = isPaused || combobox.active >= FIRST_DRAWN ? entries.length : FIRST_DRAWN;
  // Preloads the active entry's messages before it is chosen.
  useEffect(() => {
    const place = active && placeOfEntry(client.watch(), active);
    if (place?.view !== "topic" && place?.view !== "direct") return;
    const timer = setTimeout(() => client.prefetch(place), PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [activeKey]);
  const keyDown = (event: KeyboardEvent) => {
    if (isComposed(event)) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key === "Enter" && !isChoice) {
      event.preventDefault();
      leave(() => searchForWords(client, query.text));
    } else if (isCommand && event.key.toLowerCase() === "k") {
      event.preventDefault();
      close();
    } else combobox.onKeyDown(event);
  };
  let index = 0;
  const row = (entry: PaletteEntry) => {
    const at = index++;
    return (
      at < drawn && (
        <div {...combobox.option(at)} class="palette-row">
          <PaletteRow entry={entry} typed={query.text} />
        </div>
      )
    );
  };
  return (
    <>
      <div class="palette-field">
        <Icon name="search" size={18} />
        <input
          {...combobox.field}
          ref={input}
          class="palette-input"
          type="text"
          dir="auto"
          enterKeyHint="go"
          aria-label={choice?.title ?? labelOf("palette")}
          placeholder={isChoice ? sharingWords().placeholder : w.placeholder}
          value={typed}
          autofocus
          onInput={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={keyDown}
        />
        <button type="button" class="palette-close" onClick={close}>
          {appWords().close}
        </button>
      </div>
      {choice && (
        <p class="palette-note one-line" dir="auto">
          {choice.note}
        </p>
      )}
      <div {...combobox.list}>
        {sections.map(({ title, entries: those }) =>
          title === undefined ? (
            those.map(row)
          ) : (
            // biome-ignore lint/a11y/useSemanticElements: a part of a listbox
            <div key={title} role="group" aria-label={title}>
              <div class="palette-title" aria-hidden="true">
                {title}
              </div>
              {those.map(row)}
            </div>
          ),
        )}
      </div>
      <p class="palette-hints" aria-hidden="true">
        {Object.entries(w.signs).map(([sign, name]) => (
          <span key={sign}>
            <kbd>{sign}</kbd>
            {name}
          </span>
        ))}
      </p>
    </>
  );
}
