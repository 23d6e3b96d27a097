import { cardsHtml } from "../../../markup/index.ts";
import type { MessageId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { placeOfMessage } from "../../conversations/conversations.ts";
import { emitRendered } from "../editing/emit-updated.ts";
import { cardOf } from "../link-cards/link-cards.ts";
import { messageInRealm, withContentInRealm } from "../messages/store/access-to-change.ts";
import { writeRendering } from "../messages/store/write-edit.ts";
import { endWaiting, pagesAwaited } from "./waiting.ts";

/**
 * Adds to a message the cards of the pages that it links to, and tells its readers: not as an edit, its text is the same.
 * One that has been edited meanwhile, and links to other pages, goes on waiting.
 */
export function showCards(realm: Realm, id: MessageId): void {
  const pages = pagesAwaited(realm, id);
  const cards = pages && cardsHtml(pages, (page) => cardOf(realm, page));
  if (cards === undefined) return;
  const place = placeOfMessage(realm, id);
  const [held] = place === undefined ? [] : withContentInRealm(realm, [place]);
  // A message that is not held was moved or edited while it was loaded: the next time it is there.
  if (place !== undefined && held === undefined) return;
  endWaiting(realm, [id]);
  if (held === undefined || cards === "") return;
  const { content, html, is_me } = messageInRealm(realm, held);
  const rendered_content = `${html}\n${cards}`;
  writeRendering(realm, id, rendered_content);
  emitRendered(realm, held, { content, rendered_content, is_me_message: is_me === 1 });
}
