import "./stage.css";
import type { ComponentChild } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { CallSession } from "../../client/calls/call-session.ts";
import type { Layer, Member } from "../../client/calls/frames.ts";
import type { PictureKind } from "../../client/calls/own-pictures.ts";
import { useClient } from "../../client/client.ts";
import { callsWords } from "../../words/calls.ts";
import { listed } from "../../words/format.ts";
import { nameOfUser } from "../people/names.ts";
import { StageTile } from "./stage-tile.tsx";

interface Area {
  readonly width: number;
  readonly height: number;
}

/** Maximum number of tiles, regardless of the available space. */
const MAX_TILES = 9;
/**
 * Minimum width of a tile in pixels. In smaller tiles, people can't be recognized. Members without a tile are listed by
 * name.
 */
const MIN_WIDTH = 104;
const GAP = 8;

/** Returns a tile's height divided by its width. Tiles are taller in portrait areas. */
const shapeFor = ({ width, height }: Area): number => (width < height ? 3 / 4 : 9 / 16);

/** The largest tile width at which `count` tiles fit into the area. */
function tileWidth(count: number, area: Area): number {
  let best = 0;
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const [across, down] = [(area.width - GAP * (columns - 1)) / columns, (area.height - GAP * (rows - 1)) / rows];
    best = Math.max(best, Math.min(across, down / shapeFor(area)));
  }
  return Math.max(0, Math.floor(best));
}

/** How many of `count` tiles the area can show. */
function tilesIn(count: number, area: Area): number {
  let shown = Math.min(count, MAX_TILES);
  while (shown > 1 && tileWidth(shown, area) < MIN_WIDTH) shown -= 1;
  return shown;
}

interface Item {
  readonly member: Member;
  readonly kind: PictureKind;
}

const screenOf = (member: Member): Item => ({ member, kind: "screen" });
const itemKey = ({ member, kind }: Item) => `${member.id} ${kind}`;

interface StageProps {
  readonly session: CallSession;
  /** True in a small window, where nothing can be clicked. */
  readonly isSmall?: boolean;
}

/** The members of a call as tiles. A shared screen or pinned member is shown large. */
export function Stage({ session, isSmall = false }: StageProps) {
  const [pinned, setPinned] = useState<string>();
  const members = session.members.all.value;
  const screens = session.members.screens.value.flatMap((id) => {
    const member = members.find((one) => one.id === id);
    return member === undefined ? [] : [screenOf(member)];
  });
  const people = members.map((member) => ({ member, kind: "cam" as const }));
  // Users see their own screen anyway, so its tile stays small unless they pin it.
  const isSharing = session.pictures.screen.value !== undefined;
  const own = members.filter(({ id }) => isSharing && id === session.members.me.value).map(screenOf);
  const large = [...people, ...own, ...screens].find((item) => itemKey(item) === pinned) ?? screens.at(-1);
  const newest = screens.at(-1);
  // Only one shared screen is shown. It has a small tile while something else is pinned.
  const isAside = newest !== undefined && large !== undefined && (large.kind === "cam" || own.includes(large));
  const others = [...own, ...people].filter((item) => large === undefined || itemKey(item) !== itemKey(large));
  const tile = (item: Item) => (
    <StageTile
      session={session}
      member={item.member}
      kind={item.kind}
      isPinned={itemKey(item) === pinned}
      onPin={isSmall ? undefined : () => setPinned(itemKey(item) === pinned ? undefined : itemKey(item))}
    />
  );
  return (
    <div class="call-scene">
      {large !== undefined && <div class="call-large">{tile(large)}</div>}
      <Tiles session={session} items={isAside ? [newest, ...others] : others} large={large} tile={tile} />
    </div>
  );
}

interface TilesProps {
  readonly session: CallSession;
  readonly items: readonly Item[];
  readonly large: Item | undefined;
  readonly tile: (item: Item) => ComponentChild;
}

/** As many tiles as fit, and the names of members without one. */
function Tiles({ session, items, large, tile }: TilesProps) {
  const w = callsWords();
  const state = useClient().watch("users");
  const list = useRef<HTMLUListElement>(null);
  const area = useArea(list);
  const chosen = useChosen(session, items, tilesIn(items.length, area));
  const width = tileWidth(chosen.length, area);
  const rest = items.filter((item) => !chosen.includes(item));
  useWanted(session, large === undefined ? chosen : [large, ...chosen], large, width);
  const style = { "--tile": `${width}px`, "--tile-height": `${Math.floor(width * shapeFor(area))}px` };
  return (
    <div class="call-others">
      <ul ref={list} class="call-tiles" aria-label={w.people} style={style}>
        {chosen.map((item) => (
          <li key={itemKey(item)}>{tile(item)}</li>
        ))}
      </ul>
      {rest.length > 0 && (
        <p class="call-rest">{w.alsoIn(listed(rest.map(({ member }) => nameOfUser(state, member.user_id))))}</p>
      )}
    </div>
  );
}

function useArea(element: { readonly current: HTMLElement | null }) {
  const [area, setArea] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    // The stage may be in a different window than the script.
    const view = current?.ownerDocument.defaultView;
    if (current === null || !view) return;
    const measure = () => setArea({ width: current.clientWidth, height: current.clientHeight });
    measure();
    const observer = new view.ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return area;
}

/**
 * Returns the items to show as tiles if not all fit: the newest screen, the user, members who raised a hand or show
 * video, and the latest speakers. The order of the items stays the same.
 */
function useChosen(session: CallSession, items: readonly Item[], most: number): readonly Item[] {
  const spokeAt = useRef(new Map<number, number>());
  for (const id of session.media.speaking.value) spokeAt.current.set(id, Date.now());
  if (items.length <= most) return items;
  const me = session.members.me.value;
  const rank = ({ member, kind }: Item) =>
    (kind === "screen" || member.id === me ? 4 : 0) + (member.hand ? 2 : 0) + (member.cam ? 1 : 0);
  const spoke = ({ member }: Item) => spokeAt.current.get(member.id) ?? 0;
  const first = [...items].sort((a, b) => rank(b) - rank(a) || spoke(b) - spoke(a)).slice(0, most);
  return items.filter((item) => first.includes(item));
}

/**
 * Identifies the newest stage. When a new stage replaces another, the old one may end after the new one has requested
 * its videos, and must not cancel them.
 */
let newestStage: object | undefined;

/** Requests only visible videos, at the size they are shown. */
function useWanted(session: CallSession, shown: readonly Item[], large: Item | undefined, width: number): void {
  const others = session.members.others.value;
  const isPoor = session.media.quality.value !== "good";
  useAwake(shown.some(({ member, kind }) => session.media.pictureOf(member, kind) !== undefined));
  const layerOf = (member: Member, kind: PictureKind): Layer | null => {
    const item = shown.find((one) => one.member.id === member.id && one.kind === kind);
    if (item === undefined) return null;
    // On poor connections, audio has priority.
    if (kind === "cam" && isPoor) return "q";
    const pixels = item === large ? Number.POSITIVE_INFINITY : width * devicePixelRatio;
    return pixels > 480 ? "f" : pixels > 240 ? "h" : "q";
  };
  const wanted = others.flatMap((member) =>
    (["cam", "screen"] as const).map((kind) => [member.id, kind, member[kind] ? layerOf(member, kind) : null] as const),
  );
  useEffect(() => {
    for (const [member, kind, layer] of wanted) session.media.want(member, kind, layer);
  }, [JSON.stringify(wanted)]);
  useEffect(() => {
    const self = {};
    newestStage = self;
    return () => {
      if (newestStage !== self) return;
      for (const { id } of session.members.others.peek())
        for (const kind of ["cam", "screen"] as const) session.media.want(id, kind, null);
    };
  }, []);
}

/** Keeps the screen on while video is shown. */
function useAwake(isAwake: boolean): void {
  useEffect(() => {
    const locks: WakeLock | undefined = navigator.wakeLock;
    if (!isAwake || locks === undefined) return;
    let isOver = false;
    let held: WakeLockSentinel | undefined;
    const take = async () => {
      // Browsers release the lock when the tab is hidden, so it is requested again when the tab becomes visible.
      if (isOver || document.visibilityState !== "visible") return;
      held = await locks.request("screen").catch(() => undefined);
      if (isOver) void held?.release();
    };
    void take();
    document.addEventListener("visibilitychange", take);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", take);
      void held?.release();
    };
  }, [isAwake]);
}
