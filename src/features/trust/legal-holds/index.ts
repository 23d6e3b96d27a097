import { feature } from "../../../feature.ts";
import type { Actor } from "../../../protocol/actor.ts";
import type { Realm } from "../../../realm/realm.ts";
import { on } from "../../../realm/realm.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { fileRemovedHook } from "../../files/attachments/hooks.ts";
import { fileDiscardedHook, namedFilesHook } from "../../files/storage/hooks.ts";
import { pagesLeavingHook } from "../../messages/boards/hooks.ts";
import { textsLeavingHook, textsNeededHook } from "../../messages/core/hooks.ts";
import { pressesLeavingHook } from "../../messages/presses/presses.ts";
import { keptAnywayHook } from "../../messages/retention/retention.ts";
import { submessagesLeavingHook } from "../../messages/widgets/widgets.ts";
import { profileLeavingHook } from "../../organization/accounts/hooks.ts";
import { managesHolds } from "./access.ts";
import { createHoldEndpoint, getHoldsEndpoint, holdsSlice, releaseHoldEndpoint } from "./endpoints.ts";
import { keepPerson, keepVersions, mayBeHeld } from "./keep.ts";
import { heldKeysAfter, isHeldFile, keepRemovedFile } from "./keep-files.ts";
import { keepPages, keepRemovedPageFile } from "./keep-pages.ts";
import { keepPresses, keepSubmessages } from "./keep-submessages.ts";
import { REVIEW_TIMER, review } from "./review.ts";
import { schema } from "./rows.ts";
import { updateHoldEndpoint } from "./update-hold.ts";

const countHeld = (realm: Realm, actor: Actor, places: readonly MessageIndexRow[]): number | null =>
  managesHolds(realm, actor) ? mayBeHeld(realm, places).length : null;

const KEPT_HERE = "of this server's organization: what courts asked of it stays where it is";

/**
 * Legal holds: what people delete or change is retained, invisibly, for as long as a court may request it. `Coverage`
 * decides which messages a hold covers.
 *
 * Before texts are deleted, edited or moved, lower features run `textsLeavingHook`, and copies are stored within the
 * same change. Sending a message asks nothing. A message whose text is only in D1 isn't deleted before the text is
 * loaded (`textsNeededHook`). After a hold was created, changed or released, a timer reviews everything retained:
 * versions that other holds cover are kept, and those that none covers are deleted.
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
