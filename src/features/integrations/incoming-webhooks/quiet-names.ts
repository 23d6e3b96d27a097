import type { MarkupNames } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { refusalOf } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { markupNames } from "../../messages/core/send/markup-names.ts";
import { checkGroupMentions } from "../../messages/core/send/mention-permissions.ts";

/** Resolves names in external content. Groups that the writer can't mention are mentioned silently. */
export function quietNames(realm: Realm, actor: Actor): MarkupNames {
  const names = markupNames(realm, actor);
  return {
    ...names,
    groupByName(name: string) {
      const group = names.groupByName(name);
      return group && !mayMention(realm, actor, group.id) ? { ...group, deactivated: true } : group;
    },
  };
}

const mayMention = (realm: Realm, actor: Actor, group: number): boolean =>
  refusalOf(() => checkGroupMentions(realm, actor, [group])) === undefined;

/** Disables wildcard mentions in external content (webhooks.md 7). */
export const withoutWildcards = (content: string): string =>
  content.replace(/@\*\*(all|everyone|channel|stream|topic)\*\*/g, "@_**$1**");
