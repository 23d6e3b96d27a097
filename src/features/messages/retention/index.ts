import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { retentionChangedHook } from "../../organization/realm/hooks.ts";
import { expectExpiry, expire, RETENTION_TIMER } from "./retention.ts";
import { schema } from "./rows.ts";

/** Deleting messages that are older than the organization, or their channel, keeps them. */
export const retention = feature({
  name: "retention",
  schema,
  handlers: [on(retentionChangedHook, expectExpiry)],
  timers: { [RETENTION_TIMER]: ({ realm }) => expire(realm) },
});
