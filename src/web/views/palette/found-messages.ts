import { useEffect, useMemo, useState } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import { isPermitted } from "../../keyboard.ts";
import type { Message } from "../../model/message.ts";
import type { Term } from "../../model/routes/place.ts";
import { directoryNow } from "../../model/search/directory.ts";
import { parseSearch } from "../../model/search/parse-search.ts";

const MAX_FOUND = 5;
/** Minimum length of a searched text, because a single letter is in nearly every message. */
const MIN_LENGTH = 2;

interface Found {
  readonly text: string;
  readonly messages: readonly Message[];
}

const NOTHING: readonly Message[] = [];

/**
 * Returns the newest messages that contain the typed words. Searches once the user stops typing, and returns the
 * previous result until then. The messages stored on this device are found first, by the starts of words, and the
 * server's are added later.
 */
export function useFoundMessages(typed: string, isPaused: boolean): readonly Message[] {
  const client = useClient();
  const [found, setFound] = useState<Found>();
  const text = typed.trim();
  const isSearched = text.length >= MIN_LENGTH && isPermitted("search");
  useEffect(() => {
    if (!isSearched || !isPaused) return;
    const { terms } = parseSearch(text, directoryNow(client.watch()));
    const stop = new AbortController();
    for (const find of [findHere, findOnServer]) {
      void find(client, terms, stop.signal)
        .catch(() => NOTHING)
        .then((messages) => {
          if (stop.signal.aborted) return;
          setFound((before) => ({
            text,
            messages: before?.text === text ? merged(before.messages, messages) : messages,
          }));
        });
    }
    return () => stop.abort();
  }, [client, isSearched, isPaused, text]);
  return useMemo(() => (isSearched && found?.messages.slice(-MAX_FOUND).reverse()) || NOTHING, [isSearched, found]);
}

/** Merges two lists of messages, oldest first. */
function merged(some: readonly Message[], others: readonly Message[]): readonly Message[] {
  const byId = new Map([...some, ...others].map((one) => [one.id, one]));
  return [...byId.values()].sort((a, b) => a.id - b.id);
}

const findHere = (client: Client, terms: readonly Term[]) => client.findStored({ view: "search", terms });

async function findOnServer(client: Client, narrow: readonly Term[], signal: AbortSignal): Promise<readonly Message[]> {
  if (client.connection.peek().kind === "offline") return [];
  const page = { anchor: "newest", num_before: MAX_FOUND, num_after: 0 };
  const fields = { narrow, ...page, client_gravatar: false, allow_empty_topic_name: true };
  return (await client.api.get<{ messages: Message[] }>("/messages", fields, { signal })).messages;
}
