import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { boolean, count, json, optional, quotableText } from "../../../../api/parameter.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import { boundedList } from "../../../../protocol/bounded.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { placesOfMessages } from "../../../conversations/conversations.ts";
import { planPage } from "../fetch/page-plan.ts";
import { fetchPageIds, narrowSchema, onlyUnread, parseRange, parseTerms } from "../narrow/index.ts";
import { accessFlagged, accessMessages, readerOf } from "../store/access.ts";
import {
  type AppliedFlagChange,
  applyFlagChange,
  type FlagChange,
  flagBits,
  parseFlagChange,
} from "./apply-flag-change.ts";

export const updateMessageFlagsEndpoint = action({
  route: "POST /messages/flags",
  outside: true,
  scope: "write",
  repeatable: true,
  params: {
    messages: json(boundedList(v.pipe(v.number(), v.integer()), "messages")),
    op: quotableText("word"),
    flag: quotableText("word"),
  },
  reply: {
    messages: v.array(v.number()),
    ignored_because_not_subscribed_channels: v.optional(v.array(v.number())),
  },
  run({ realm, actor, params }) {
    const change = parseFlagChange(params);
    const places = accessFor(realm, actor, change, params.messages);
    const updated = applyFlagChange(realm, actor.user_id, change, places);
    return { messages: [...updated.messages], ...ignoredChannels(params, updated) };
  },
});

const accessFor = (realm: Realm, actor: Actor, { op, flag }: FlagChange, ids: readonly number[]) =>
  op === "remove" && flag !== "read"
    ? accessFlagged(realm, actor, ids, flagBits[flag])
    : accessMessages(realm, actor, ids);

/** Reply field that exists only when marking messages as unread (seed 4.19). */
const ignoredChannels = (
  { op, flag }: { readonly op: string; readonly flag: string },
  { ignored }: AppliedFlagChange,
) => (op === "remove" && flag === "read" ? { ignored_because_not_subscribed_channels: [...ignored] } : {});

export const updateMessageFlagsForNarrowEndpoint = action({
  route: "POST /messages/flags/narrow",
  outside: true,
  scope: "write",
  params: {
    anchor: quotableText("number"),
    include_anchor: optional(boolean, true),
    num_before: count,
    num_after: count,
    narrow: json(narrowSchema),
    op: quotableText("word"),
    flag: quotableText("word"),
  },
  reply: {
    processed_count: v.number(),
    updated_count: v.number(),
    first_processed_id: v.nullable(v.number()),
    last_processed_id: v.nullable(v.number()),
    found_oldest: v.boolean(),
    found_newest: v.boolean(),
    ignored_because_not_subscribed_channels: v.optional(v.array(v.number())),
  },
  readsBulk: true,
  plan({ realm, actor, params }) {
    const { anchor, include_anchor, num_before, num_after, op, flag } = params;
    const change = parseFlagChange({ op, flag });
    const range = parseRange({ anchor, include_anchor, num_before, num_after });
    const { page } = planPage(realm, actor, parseTerms(params.narrow), range);
    // Messages that are already read need not be fetched.
    const skipsRead = change.op === "add" && change.flag === "read";
    return skipsRead ? { ...page, filter: onlyUnread(page.filter) } : page;
  },
  async prepare({ bulk, plan }) {
    const { rows, found_oldest, found_newest } = await fetchPageIds(bulk, plan);
    return { ids: rows.map(({ id }) => id), found_oldest, found_newest };
  },
  run({ realm, actor, params, prepared: { ids, ...found } }) {
    // After the page was fetched, a message may have been moved to where the user can't read it.
    const places = placesOfMessages(realm, ids).filter(readerOf(realm, actor));
    const updated = applyFlagChange(realm, actor.user_id, parseFlagChange(params), places);
    return {
      processed_count: ids.length,
      updated_count: updated.messages.length,
      first_processed_id: ids[0] ?? null,
      last_processed_id: ids.at(-1) ?? null,
      ...found,
      ...ignoredChannels(params, updated),
    };
  },
});
