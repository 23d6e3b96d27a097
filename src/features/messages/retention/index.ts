import { feature } from "../../../feature.ts";
import { expire, RETENTION_TIMER } from "./retention.ts";
import { schema } from "./rows.ts";

/** Deleting messages that are older than the organization, or their channel, keeps them. */
export const retention = feature({
  name: "retention",
  schema,
  timers: { [RETENTION_TIMER]: ({ realm }) => expire(realm) },
});
