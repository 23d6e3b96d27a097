import { fillMarkup, type Markup, noPreviews, parseMarkup } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import type { Realm } from "../../../realm/realm.ts";
import { markupNamesHook } from "../../organization/notices/hooks.ts";
import { checkDescription } from "./channel-name.ts";

/** The parsed description of a channel or a channel folder, before it is rendered. */
export interface ParsedDescription {
  readonly text: string;
  readonly markup: Markup;
}

/** A description with its HTML. */
export interface Description {
  readonly text: string;
  readonly html: string;
}

/** In the Worker: parses a description, before the change in the realm. */
export async function parseDescription(source: string): Promise<ParsedDescription> {
  const text = checkDescription(source);
  return { text, markup: await parseMarkup(text) };
}

/**
 * In the realm: renders a description. It has no mentions, since nobody could be notified, and no previews.
 */
export function renderDescription(realm: Realm, actor: Actor, { text, markup }: ParsedDescription): Description {
  const names = realm.ask(markupNamesHook, actor);
  const nobody = { userByName: () => undefined, userById: () => undefined, groupByName: () => undefined };
  return { text, html: text === "" ? "" : fillMarkup(markup, { ...names, ...nobody, ...noPreviews }).html };
}
