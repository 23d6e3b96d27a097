import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, optional, optionalAll } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { on, type Realm } from "../../../realm/realm.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { definedOf } from "../../../util/records.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { fileRemovedHook } from "../../files/attachments/hooks.ts";
import { fileDiscardedHook, namedFilesHook } from "../../files/storage/hooks.ts";
import { pagesLeavingHook } from "../../messages/boards/hooks.ts";
import { textsLeavingHook, textsNeededHook } from "../../messages/core/hooks.ts";
import { pressesLeavingHook } from "../../messages/presses/presses.ts";
import { keptAnywayHook } from "../../messages/retention/retention.ts";
import { submessagesLeavingHook } from "../../messages/widgets/widgets.ts";
import { checkRecentLogin } from "../../organization/accounts/authentication/credentials.ts";
import { profileLeavingHook } from "../../organization/accounts/hooks.ts";
import { accessHold, accessHolds, managesHolds } from "./access.ts";
import { holdSchema } from "./hold-schema.ts";
import { keepVersions, mayBeHeld } from "./keep.ts";
import { heldKeysAfter, isHeldFile, keepRemovedFile } from "./keep-files.ts";
import { keepPages, keepRemovedPageFile } from "./keep-pages.ts";
import { keepPerson } from "./keep-people.ts";
import { keepPresses, keepSubmessages } from "./keep-submessages.ts";
import { changeHold, createHold, listHolds, noteHoldReading, releaseHold } from "./legal-holds.ts";
import { termParams } from "./parameters.ts";
import { REVIEW_TIMER, review } from "./review.ts";
import { schema } from "./rows.ts";

/** Lists the holds for users who can manage them. None of the endpoints for holds is part of Zulip's API. */
const getHoldsEndpoint = action({
  route: "GET /holds",
  by: "human",
  existsWhere: ({ holds }) => holds,
  reply: { holds: v.array(holdSchema) },
  run({ realm, actor }) {
    accessHolds(realm, actor);
    noteHoldReading(realm, actor);
    const holds = listHolds(realm).map(({ custodians, channels, ...hold }) => ({
      ...hold,
      custodians: [...custodians],
      channels: [...channels],
    }));
    return { holds };
  },
});

const { name, matter, reason, custodians, channels, from, until, direct_only } = termParams;

/** Creates a hold, which retains everything it covers from now on. */
const createHoldEndpoint = action({
  route: "POST /holds",
  by: "human",
  existsWhere: ({ holds }) => holds,
  params: {
    name,
    matter: optional(matter, ""),
    reason: optional(reason, ""),
    custodians: optional(custodians, []),
    channels: optional(channels, []),
    from: optional(from, null),
    until: optional(until, null),
    direct_only: optional(direct_only, false),
  },
  reply: { hold_id: v.number() },
  run({ realm, actor, params }) {
    accessHolds(realm, actor);
    checkRecentLogin(realm, actor);
    return { hold_id: createHold(realm, actor, params).id };
  },
});

/** Changes a hold. What it already retains stays until the hold is released. */
const updateHoldEndpoint = action({
  route: "PATCH /holds/:hold_id",
  by: "human",
  existsWhere: ({ holds }) => holds,
  params: { hold_id: integer, ...optionalAll(termParams) },
  run({ realm, actor, params: { hold_id, ...wanted } }) {
    accessHolds(realm, actor);
    checkRecentLogin(realm, actor);
    const hold = accessHold(realm, actor, hold_id);
    changeHold(realm, hold, { ...hold, ...definedOf(wanted) });
  },
});

/** Releases a hold. Anything that no other hold retains is deleted within a day. */
const releaseHoldEndpoint = action({
  route: "DELETE /holds/:hold_id",
  by: "human",
  existsWhere: ({ holds }) => holds,
  params: { hold_id: integer },
  run({ realm, actor, params }) {
    accessHolds(realm, actor);
    checkRecentLogin(realm, actor);
    releaseHold(realm, accessHold(realm, actor, params.hold_id));
  },
});

/** Whether this server supports holds. Visible to everyone; not part of Zulip's API. */
const holdsSlice = stateSlice({
  types: ["realm"],
  collect: ({ realm }) => ({ server_holds: realm.config.holds }),
});

const countHeld = (realm: Realm, actor: Actor, places: readonly MessageIndexRow[]): number | null =>
  managesHolds(realm, actor) ? mayBeHeld(realm, places).length : null;

const KEPT_HERE = "of this server's organization: what courts asked of it stays where it is";

/**
 * Legal holds: what people delete or change is retained, invisibly, for as long as a court may request it. `Coverage`
 * decides which messages a hold covers.
 *
 * Before texts are deleted, edited or moved, lower features run `textsLeavingHook`, and copies are stored within the
 * same change. Sending a message involves no holds. If a message's text is only in D1, it is loaded before the message
 * is deleted (`textsNeededHook`). After a hold is created, changed or released, a timer reviews everything retained:
 * versions covered by other holds stay, all others are deleted.
 */
export const holds = feature({
  name: "holds",
  schema,
  endpoints: [getHoldsEndpoint, createHoldEndpoint, updateHoldEndpoint, releaseHoldEndpoint],
  state: [holdsSlice],
  handlers: [
    on(textsNeededHook, mayBeHeld),
    on(textsLeavingHook, keepVersions),
    on(fileRemovedHook, keepRemovedFile),
    on(fileRemovedHook, keepRemovedPageFile),
    on(submessagesLeavingHook, keepSubmessages),
    on(pressesLeavingHook, keepPresses),
    on(pagesLeavingHook, keepPages),
    on(fileDiscardedHook, isHeldFile),
    on(namedFilesHook, heldKeysAfter),
    on(keptAnywayHook, countHeld),
    on(profileLeavingHook, keepPerson),
  ],
  timers: { [REVIEW_TIMER]: ({ realm }) => review(realm) },
  archive: {
    leftOut: {
      holds: KEPT_HERE,
      held_messages: KEPT_HERE,
      held_by: KEPT_HERE,
      held_attachments: KEPT_HERE,
      held_people: KEPT_HERE,
      held_pages: KEPT_HERE,
      held_pages_by: KEPT_HERE,
      held_page_files: KEPT_HERE,
    },
  },
});
