import { useEffect, useMemo, useState } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import { isPermitted } from "../../keyboard.ts";
import type { Message } from "../../model/message.ts";
import type { Term } from "../../model/routes/place.ts";
import { directoryNow } from "../../model/search/directory.ts";
import { parseSearch } from "../../model/search/parse-search.ts";

const MAX_FOUND = 5;
/** A single letter is in nearly every message. */
const MIN_LENGTH = 2;

interface Found {
  readonly text: string;
  readonly messages: readonly Message[];
}

const NOTHING: readonly Message[] = [];

/**
 * The newest messages with the typed words: first those stored on this device, found by the start of a word, then the
 * server's too.
 */
export function useFoundMessages(typed: string): readonly Message[] {
  const client = useClient();
  const [found, setFound] = useState<Found>();
  const search = useMemo(() => {
    const searchBy = (ask: (client: Client, terms: readonly Term[]) => Promise<readonly Message[]>) =>
      oneAtATime(async (text) => {
        const { terms } = parseSearch(text, directoryNow(client.watch()));
        const messages = await ask(client, terms).catch(() => NOTHING);
        setFound((before) => ({
          text,
          messages: before?.text === text ? merged(before.messages, messages) : messages,
        }));
      });
    const searches = [searchBy(findHere), searchBy(findOnServer)];
    return (text: string) => searches.map((one) => one(text));
  }, [client]);
  const text = typed.trim();
  const isSearched = text.length >= MIN_LENGTH && isPermitted("search");
  useEffect(() => {
    if (isSearched) search(text);
  }, [search, isSearched, text]);
  return useMemo(() => (isSearched && found?.messages.slice(-MAX_FOUND).reverse()) || NOTHING, [isSearched, found]);
}

/** All messages of both lists, oldest first. */
function merged(some: readonly Message[], others: readonly Message[]): readonly Message[] {
  const byId = new Map([...some, ...others].map((one) => [one.id, one]));
  return [...byId.values()].sort((a, b) => a.id - b.id);
}

const findHere = (client: Client, terms: readonly Term[]) => client.findStored({ view: "search", terms });

async function findOnServer(client: Client, narrow: readonly Term[]): Promise<Message[]> {
  if (client.connection.peek().kind === "offline") return [];
  const page = { anchor: "newest", num_before: MAX_FOUND, num_after: 0 };
  const form = { client_gravatar: false, allow_empty_topic_name: true };
  return (await client.api.get<{ messages: Message[] }>("/messages", { narrow, ...page, ...form })).messages;
}

/** While `run` works for one text, later ones wait, and only the last of them counts. */
function oneAtATime(run: (text: string) => Promise<void>): (text: string) => void {
  let wanted: string | undefined;
  let isRunning = false;
  return async (text) => {
    wanted = text;
    if (isRunning) return;
    isRunning = true;
    for (let at: string | undefined; at !== wanted; await run(at)) at = wanted;
    isRunning = false;
  };
}
