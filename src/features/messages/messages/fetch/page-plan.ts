import { unpacked as unpackedText } from "../../../../database/stored.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import { spectatorsNotAllowed } from "../../../../protocol/errors.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { accessibleChannels } from "../../../channels/channels/access.ts";
import {
  dependsOnVisibility,
  type Filter,
  type PagePlan,
  type Range,
  resolveNarrow,
  type Term,
} from "../narrow/index.ts";
import type { PageContext } from "./fetched-messages.ts";
import { narrowLookups } from "./narrow-lookups.ts";
import { namedConversations, pageContext } from "./page-context.ts";
import { viewOf } from "./view-of.ts";

/** A page of messages, ready to be fetched by the Worker, and what it needs to show it. */
interface MessagesPlan {
  readonly page: PagePlan;
  readonly context: PageContext;
}

/** A plan on its way to the Worker. As text: to clone hundreds of spans one by one costs several times as much. */
export const packPlan = (plan: MessagesPlan): string => JSON.stringify(plan);
export const unpackPlan = (text: string): MessagesPlan => unpackedText<MessagesPlan>(text);

export function planPage(realm: Realm, actor: Actor | null, terms: readonly Term[], range: Range): MessagesPlan {
  const resolved = resolveNarrow(terms, narrowLookups(realm, actor));
  const filter = actor === null ? forSpectators(realm, terms, resolved) : resolved;
  const view = viewOf(realm, actor, {
    within: namedConversations(filter),
    visibility: dependsOnVisibility(filter, range),
  });
  return { page: { filter, view, range }, context: pageContext(realm, actor, view) };
}

/** Without an account one reads what is public to the web, and has to say so (conventions.md 4). */
function forSpectators(realm: Realm, terms: readonly Term[], filter: Filter): Filter {
  const saysSo = terms.some(
    ({ operator, operand, negated }) =>
      !negated && (operator === "channel" || (operator === "channels" && operand === "web-public")),
  );
  if (!saysSo) throw spectatorsNotAllowed();
  const open = accessibleChannels(realm, null, "content");
  const channels = open.map(({ id, conversation_id }) => ({ channel: id, conversation: conversation_id }));
  return { ...filter, base: { kind: "history", channels } };
}
