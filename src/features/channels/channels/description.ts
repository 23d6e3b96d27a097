import { fillMarkup, type Markup, parseMarkup } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import type { Realm } from "../../../realm/realm.ts";
import { markupNamesHook } from "../../organization/notices/hooks.ts";
import { checkDescription } from "./channel-name.ts";

/** A description of a channel or of a folder of channels, on its way from its source to its HTML. */
export interface ParsedDescription {
  readonly text: string;
  readonly markup: Markup;
}

export interface Description {
  readonly text: string;
  readonly html: string;
}

/** In the Worker, before the change. */
export async function parseDescription(source: string): Promise<ParsedDescription> {
  const text = checkDescription(source);
  return { text, markup: await parseMarkup(text) };
}

/** In the realm. Nobody is mentioned in a description, for it has no readers who could be told; and it shows no files. */
export function renderDescription(realm: Realm, actor: Actor, { text, markup }: ParsedDescription): Description {
  const names = realm.ask(markupNamesHook, actor);
  const nobody = { userByName: () => undefined, userById: () => undefined, groupByName: () => undefined };
  const withoutFiles = { uploadPreview: () => undefined };
  return { text, html: text === "" ? "" : fillMarkup(markup, { ...names, ...nobody, ...withoutFiles }).html };
}
