import { HttpRefusal } from "../../../mcp/errors.ts";
import type { Listening } from "../../../mcp/server.ts";
import { type Caller, callEndpoint, EventQueue, ToolError } from "../tools/caller.ts";
import type { Placed } from "../tools/conversation.ts";
import {
  type ChangedResource,
  type ChangeEvent,
  directWith,
  isIn,
  placeIn,
  placesOf,
  unreadPlaces,
} from "./changed-places.ts";
import { MAX_CHANGED, MAX_WATCHED } from "./watch-conversations.ts";

/** Minimum interval between two rounds of events. Changes in between are reported once. */
const ROUND_MS = 2000;
/**
 * Maximum number of consecutive rounds without changes before permissions are checked. They are also checked after a
 * minute without events.
 */
const MAX_UNCHECKED = 30;
const MAX_URI_LENGTH = 1000;
/** Maximum number of edited direct messages that are looked up per round. */
const MAX_LOOKED_UP = 20;

/** Events about messages, and events that can end the permission to read them. */
const EVENTS = ["message", "update_message", "delete_message", "subscription", "stream"];
/** Event types that change only one kind of resource. */
const FURTHER_EVENTS: Readonly<Partial<Record<ChangedResource["kind"], string>>> = {
  message: "reaction",
  unread: "update_message_flags",
};

interface WatchedResource {
  readonly uri: string;
  readonly place: ChangedResource;
}

const NOTHING: Listening = { uris: [], tell: () => new Promise(() => {}), end: () => {} };

export async function listenTo(
  caller: Caller,
  uris: readonly string[],
  outlives: (work: Promise<unknown>) => void,
): Promise<Listening> {
  const wanted = [...new Set(uris)].slice(0, MAX_WATCHED).flatMap((uri) => watchedAt(caller, uri) ?? []);
  if (wanted.length === 0) return NOTHING;
  const further = new Set(wanted.flatMap(({ place }) => FURTHER_EVENTS[place.kind] ?? []));
  const queue = await EventQueue.begin(caller, [...EVENTS, ...further]);
  const { left: watched } = await readable(caller, queue, wanted);
  if (watched.length === 0) {
    await queue.end();
    return NOTHING;
  }
  return {
    uris: watched.map(({ uri }) => uri),
    tell: (updated, signal) => notifySubscriber(caller, { queue, watched, updated, signal }),
    end: () => outlives(queue.end()),
  };
}

interface Telling {
  readonly queue: EventQueue;
  readonly watched: readonly WatchedResource[];
  readonly updated: (uri: string) => void;
  readonly signal: AbortSignal;
}

async function notifySubscriber(caller: Caller, { queue, watched, updated, signal }: Telling): Promise<void> {
  const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  let left = watched;
  let unchecked = 0;
  try {
    while (left.length > 0 && !signal.aborted) {
      const events = await Promise.race([queue.next<ChangeEvent>(), aborted]);
      if (events === undefined) return;
      const edited = left.some(({ place }) => place.kind === "direct") ? await editedDirects(caller, events) : [];
      const places = [...events.flatMap((event) => placesOf(caller, event)), ...edited];
      const unread = left.some(({ place }) => place.kind === "unread") ? unreadPlaces(events) : [];
      const mayHaveChanged = ({ place: watched }: WatchedResource) =>
        watched.kind === "unread" ? unread.length > 0 : places.some((place) => isIn(place, watched));
      unchecked += 1;
      let isUnreadChanged = false;
      const isNews = events.some(mayEndRights) || left.some(mayHaveChanged);
      if (events.length === 0 || unchecked >= MAX_UNCHECKED || isNews) {
        ({ left, isUnreadChanged } = await readable(caller, queue, left, unread));
        unchecked = 0;
      }
      const isChanged = (one: WatchedResource) => (one.place.kind === "unread" ? isUnreadChanged : mayHaveChanged(one));
      if (signal.aborted) return;
      for (const { uri } of left.filter(isChanged)) updated(uri);
      if (events.length > 0) await Promise.race([pause(), aborted]);
    }
  } catch (error) {
    // The grant or the queue has ended. The client finds out why when it requests another stream.
    if (!(error instanceof HttpRefusal || error instanceof ToolError) && !signal.aborted) throw error;
  }
}

const mayEndRights = ({ type }: ChangeEvent) => type === "subscription" || type === "stream";

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, ROUND_MS));

/**
 * Returns the watched resources that the caller can still read and the queue has events for, and whether any of
 * `unread` is readable. Keeps the stream registered.
 */
async function readable(
  caller: Caller,
  { id: queue_id }: EventQueue,
  watched: readonly WatchedResource[],
  unread: readonly ChangedResource[] = [],
): Promise<{ readonly left: readonly WatchedResource[]; readonly isUnreadChanged: boolean }> {
  const asked = [...watched.map(({ place }) => place), ...unread.slice(-MAX_CHANGED)];
  const { readable } = await callEndpoint<{ readable: boolean[] }>(caller, "POST /assistants/streams", {
    queue_id,
    watched: asked,
  });
  return {
    left: watched.filter((_, index) => readable[index] === true),
    isUnreadChanged: readable.slice(watched.length).includes(true),
  };
}

/** Parses the URI of a resource that can be watched. Returns undefined for any other URI. */
function watchedAt({ user_id }: Caller, uri: string): WatchedResource | undefined {
  if (uri.length > MAX_URI_LENGTH) return undefined;
  if (uri === "parley://me/unread") return { uri, place: { kind: "unread" } };
  const [, message] = /^parley:\/\/message\/(\d{1,15})$/.exec(uri) ?? [];
  if (message !== undefined) return { uri, place: { kind: "message", id: Number(message) } };
  const [, people] = /^parley:\/\/dm\/(\d{1,15}(?:,\d{1,15}){0,99})$/.exec(uri) ?? [];
  if (people !== undefined) return { uri, place: directWith(user_id, people.split(",").map(Number)) };
  const [, channel, topic] = /^parley:\/\/channel\/(\d{1,15})(?:\/topic\/(.*))?$/.exec(uri) ?? [];
  if (channel === undefined) return undefined;
  try {
    const place = { kind: "channel", channel_id: Number(channel), topic: topic && decodeURIComponent(topic) } as const;
    return { uri, place };
  } catch {
    return undefined;
  }
}

/** Returns the conversations of edited direct messages that the caller can read. */
async function editedDirects(caller: Caller, events: readonly ChangeEvent[]): Promise<readonly ChangedResource[]> {
  const edits = events.flatMap((one) =>
    one.type === "update_message" && one.stream_id === undefined && !one.rendering_only ? [one.message_id] : [],
  );
  const places: ChangedResource[] = [];
  for (const id of [...new Set(edits)].slice(0, MAX_LOOKED_UP)) {
    try {
      const { message } = await callEndpoint<{ message: Placed }>(caller, `GET /messages/${id}`, {
        apply_markdown: false,
      });
      places.push(placeIn(caller.user_id, message));
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
    }
  }
  return places;
}
