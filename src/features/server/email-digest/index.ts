import { feature } from "../../../feature.ts";
import { job } from "../../../realm/job.ts";
import { on, type Realm } from "../../../realm/realm.ts";
import { before } from "../../../util/time.ts";
import { messageMentionsHook } from "../../messages/core/hooks.ts";
import { beforeRealmSettingHook } from "../../organization/organization-settings/hooks.ts";
import { schema } from "./busiest.ts";
import {
  DIGEST_JOB,
  DIGEST_TIMER,
  digestSchema,
  forgetSchedule,
  PERIOD,
  rescheduleDigest,
  SCHEDULE_TIMER,
  scheduleDigest,
  writeDigests,
} from "./write-digests.ts";

/** Weekly emails about the busiest topics, for users who have been away for some days. */
export const digest = feature({
  name: "digest",
  schema,
  personal: { digests: { user: "user_id" } },
  archive: { leftOut: { digests: "of the moment" } },
  jobs: { [DIGEST_JOB]: job(digestSchema, writeDigests) },
  timers: {
    [DIGEST_TIMER]: ({ realm }) => startDigest(realm),
    [SCHEDULE_TIMER]: ({ realm }) => rescheduleDigest(realm),
  },
  handlers: [
    on(messageMentionsHook, scheduleDigest),
    on(beforeRealmSettingHook, (realm, _actor, name) => {
      if (!name.startsWith("digest_")) return;
      // A timer is used, because it runs after the setting has been stored.
      realm.timers.set(SCHEDULE_TIMER, realm.clock.milliseconds());
    }),
  ],
});

function startDigest(realm: Realm): void {
  forgetSchedule(realm);
  realm.outbox.add(DIGEST_JOB, { since: before(realm.seconds(), PERIOD), after_user: 0 });
}
