import { type ReadonlySignal, untracked, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { stagePlace } from "../../client/calls/current-call.ts";
import { type Client, useClient } from "../../client/client.ts";
import { flagAct } from "../../client/sending/flag-act.ts";
import type { MessageId } from "../../model/ids.ts";
import { afterMove } from "../../model/messages/message-update.ts";
import { type FeedRoute, isFeedPlace } from "../../model/routes/place.ts";
import { heldFrom } from "../mark-as-read/hold-reading.ts";
import { Reader } from "./reader.ts";
import { keyOfPlace, placeMemory, type VisibleRows } from "./scroll-target.ts";
import { isAttended } from "./use-arrivals.ts";

/** Values of `web_mark_read_on_scroll_policy`. */
const POLICY = { always: 1, conversations: 2, never: 3 } as const;

/** Places where scrolling marks messages as read. The others show a selection of messages. */
const READ_AT: ReadonlySet<FeedRoute["view"]> = new Set(["topic", "direct", "channel", "directs", "combined"]);

function countsAsRead(client: Client, { view }: FeedRoute): boolean {
  const policy = client.watch().user_settings.web_mark_read_on_scroll_policy;
  if (policy === POLICY.always) return READ_AT.has(view);
  return policy === POLICY.conversations && (view === "topic" || view === "direct");
}

interface ReadingProps {
  readonly place: FeedRoute;
  readonly visibleRows: ReadonlySignal<VisibleRows | undefined>;
}

/** Marks a place's visible messages as read. Renders nothing. */
export function Reading({ place, visibleRows }: ReadingProps) {
  const client = useClient();
  const isRenamed = useCarriedOn(place, visibleRows);
  const last = useRef<readonly MessageId[]>([]);
  const reader = useMemo(() => readerOf(client), [client]);
  useEffect(() => {
    const again = () => reader.look(last.current);
    const leave = () => reader.stop();
    window.addEventListener("focus", again);
    window.addEventListener("blur", again);
    document.addEventListener("visibilitychange", again);
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("focus", again);
      window.removeEventListener("blur", again);
      document.removeEventListener("visibilitychange", again);
      window.removeEventListener("pagehide", leave);
      reader.stop();
      if (!isRenamed.current) heldFrom.value = undefined;
    };
  }, [reader]);
  useSignalEffect(() => {
    const { value } = visibleRows;
    void stagePlace.value;
    untracked(() => {
      last.current = value !== undefined && countsAsRead(client, place) ? visibleIn(value) : [];
      reader.look(last.current);
    });
  });
  return null;
}

/** Keeps the reading position when the topic is renamed. `current` is true if it was. */
function useCarriedOn(place: FeedRoute, visibleRows: ReadingProps["visibleRows"]): { readonly current: boolean } {
  const client = useClient();
  const isRenamed = useRef(false);
  useEffect(() => {
    // Called before the place under the new name is drawn.
    return client.moved.subscribe((moves) => {
      const now = client.place.peek();
      if (now === place || !isFeedPlace(now)) return;
      if (!moves.some((move) => keyOfPlace(afterMove(place, move)) === keyOfPlace(now))) return;
      isRenamed.current = true;
      const position = visibleRows.peek()?.isAtEnd === true ? { anchor: "newest" as const } : placeMemory.of(place);
      if (position !== undefined) placeMemory.keep(now, { ...position, isCarried: true });
    });
  }, [client, place]);
  return isRenamed;
}

function readerOf(client: Client): Reader {
  const isUnread = (id: MessageId) => {
    const message = client.messages.get(id);
    return (
      message !== undefined && !message.flags.includes("read") && id < (heldFrom.value ?? Number.POSITIVE_INFINITY)
    );
  };
  return new Reader({
    now: () => performance.now(),
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    // A call's stage covers the messages.
    isAttended: () => isAttended() && stagePlace.value !== "page",
    isUnread,
    show: (messages) =>
      client.assume({ type: "update_message_flags", op: "add", flag: "read", messages: [...messages], all: false }),
    send: async (all) => {
      // The user may have marked some messages as unread in the meantime.
      const messages = all.filter((id) => id < (heldFrom.value ?? Number.POSITIVE_INFINITY));
      await client.acts.act(flagAct(messages, "add", "read"));
    },
  });
}

/** Returns the messages that are at least half visible, or fill half of the window. */
function visibleIn({ viewport, elements }: VisibleRows): readonly MessageId[] {
  const window = viewport.getBoundingClientRect();
  return elements.flatMap((element) => {
    const { top, bottom, height } = element.getBoundingClientRect();
    const seen = Math.min(bottom, window.bottom) - Math.max(top, window.top);
    const id = Number(element.dataset["row"]);
    return Number.isInteger(id) && seen >= Math.min(height, window.height) / 2 ? id : [];
  });
}
