import { fillMarkup, type Markup, noPreviews, parseMarkup } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import type { Realm } from "../../../realm/realm.ts";
import { markupNamesHook } from "../../organization/system-messages/system-messages.ts";
import { checkDescription } from "./channel-name.ts";

export interface ParsedDescription {
  readonly text: string;
  readonly markup: Markup;
}

export interface Description {
  readonly text: string;
  readonly html: string;
}

/** Runs in the Worker. Parses a description, before the change in the realm. */
export async function parseDescription(source: string): Promise<ParsedDescription> {
  const text = checkDescription(source);
  return { text, markup: await parseMarkup(text) };
}

/** Runs in the realm. Renders a description without mentions, since no one could be notified, and without previews. */
export function renderDescription(realm: Realm, actor: Actor | null, { text, markup }: ParsedDescription): Description {
  const names = realm.ask(markupNamesHook, actor);
  const nobody = { userByName: () => undefined, userById: () => undefined, groupByName: () => undefined };
  return { text, html: text === "" ? "" : fillMarkup(markup, { ...names, ...nobody, ...noPreviews }).html };
}
