import type { Client } from "../../client/client.ts";
import { runAction } from "../../keyboard.ts";
import { loadSwitching } from "../../loads.ts";
import type { ChannelId } from "../../model/ids.ts";
import type { Message } from "../../model/message.ts";
import type { Route } from "../../model/routes/place.ts";
import { directoryNow } from "../../model/search/directory.ts";
import { keyOfTarget, type PaletteTarget } from "../../model/search/palette-target.ts";
import { parseSearch, placeOfSearch } from "../../model/search/parse-search.ts";
import type { State } from "../../model/state.ts";
import { attempt } from "../attempt.ts";
import { placeOfChannel, placeOfMessage } from "../place-of.ts";

/**
 * A row of the palette: a target, a new topic with the typed name, a search for the typed words, or a message that
 * contains them.
 */
export type PaletteEntry =
  | PaletteTarget
  | { readonly kind: "newTopic"; readonly channel: ChannelId; readonly topic: string }
  | { readonly kind: "words"; readonly text: string }
  | { readonly kind: "message"; readonly message: Message };

export function keyOfEntry(entry: PaletteEntry): string {
  if (entry.kind === "message") return `message ${entry.message.id}`;
  return isTarget(entry) ? keyOfTarget(entry) : entry.kind;
}

export const isTarget = (entry: PaletteEntry): entry is PaletteTarget =>
  entry.kind !== "newTopic" && entry.kind !== "words" && entry.kind !== "message";

/** Opens an entry's place, or runs its action. */
export function goToEntry(client: Client, entry: PaletteEntry): void {
  const place = placeOfEntry(client.watch(), entry);
  if (place !== undefined) client.go(place);
  else if (entry.kind === "words") searchForWords(client, entry.text);
  else if (entry.kind === "action") runAction(entry.action);
  else if (entry.kind === "organization") void goToOrganization(client, entry.origin);
  else runAction("composeTopic");
}

/** Returns the place that an entry opens, or undefined if it opens none in this organization. */
export function placeOfEntry(state: State, entry: PaletteEntry): Route | undefined {
  switch (entry.kind) {
    case "person":
      return { view: "direct", users: entry.user === state.user_id ? [] : [entry.user] };
    case "group":
      return { view: "direct", users: entry.users };
    case "channel":
      return placeOfChannel(state, entry.channel);
    case "topic":
      return { view: "topic", channel: entry.channel, topic: entry.topic };
    case "newTopic":
      return entry.topic === "" ? undefined : { view: "topic", channel: entry.channel, topic: entry.topic };
    case "message":
      return placeOfMessage(entry.message, state.user_id);
    case "action":
    case "organization":
    case "words":
      return undefined;
  }
}

/** Searches for the typed text, which can contain operators. Opens the search dialog if the text is empty. */
export function searchForWords(client: Client, text: string): void {
  const { terms } = parseSearch(text, directoryNow(client.watch()));
  if (terms.length === 0) runAction("search");
  else client.go(placeOfSearch(terms));
}

const goToOrganization = (client: Client, origin: string): Promise<boolean> =>
  attempt(client, async () => (await loadSwitching()).goToOrganization(client, origin));
