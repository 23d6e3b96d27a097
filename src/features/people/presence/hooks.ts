import type { UserId } from "../../../protocol/ids.ts";
import { hook } from "../../../realm/realm.ts";

/** A person is at their device: their client says so about once a minute, also where they hide their presence. */
export const personActiveHook = hook<[person: UserId]>("person active");
