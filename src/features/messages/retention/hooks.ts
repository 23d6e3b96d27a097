import type { Actor } from "../../../protocol/actor.ts";
import { hook } from "../../../realm/realm.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";

/** The number of messages that are kept where nobody sees them when they expire; null for an actor who may not know it. */
export const keptAnywayHook = hook<[actor: Actor, places: readonly MessageIndexRow[]], number | null>("kept anyway");
