import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { json, quotableText } from "../../../../api/parameter.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import { boundedList } from "../../../../protocol/bounded.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { accessFlagged, accessMessages } from "../store/access.ts";
import { type AppliedFlagChange, applyFlagChange } from "./apply-flag-change.ts";
import { type FlagChange, flagBits, parseFlagChange } from "./flag-change.ts";

export const updateMessageFlagsEndpoint = action({
  route: "POST /messages/flags",
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
export const ignoredChannels = (
  { op, flag }: { readonly op: string; readonly flag: string },
  { ignored }: AppliedFlagChange,
) => (op === "remove" && flag === "read" ? { ignored_because_not_subscribed_channels: [...ignored] } : {});
