import type { Actor } from "../../../protocol/actor.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { managesHolds } from "./access.ts";
import { mayBeHeld } from "./keep.ts";

export const countHeld = (realm: Realm, actor: Actor, places: readonly MessageIndexRow[]): number | null =>
  managesHolds(realm, actor) ? mayBeHeld(realm, places).length : null;
