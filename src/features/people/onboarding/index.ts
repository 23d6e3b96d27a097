import { action } from "../../../api/endpoint.ts";
import { text } from "../../../api/parameter.ts";
import { statement } from "../../../database/statement.ts";
import { feature } from "../../../feature.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { LeftOut } from "../../../realm/archive-io/writing.ts";
import { only } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { OWN_NOTICES, stepsChanged, stepsShownTo } from "./events.ts";

const schema = [
  `CREATE TABLE onboarding_steps_seen (
     user_id INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (user_id, name)
   ) STRICT, WITHOUT ROWID;`,
];

const stepsSeenBy = statement<{ user: number }, { name: string }>(
  "SELECT name FROM onboarding_steps_seen WHERE user_id = :user",
);
const insertStep = statement<{ user: number; name: string }>(
  "INSERT INTO onboarding_steps_seen (user_id, name) VALUES (:user, :name) ON CONFLICT DO NOTHING",
);

/** Notices that clients show once to each user, including those of Zulip's clients, under Zulip's names. */
const ONE_TIME_NOTICES = [
  "visibility_policy_banner",
  "intro_inbox_view_modal",
  "intro_recent_view_modal",
  "first_stream_created_banner",
  "jump_to_conversation_banner",
  "non_interleaved_view_messages_fading",
  "interleaved_view_messages_fading",
  "intro_resolve_topic",
  "navigation_tour_video",
  ...OWN_NOTICES,
] as const;

/** Never listed as unseen: for the tour's video, which this server lacks, Zulip's web client would fail to start. */
const WITHOUT_CONTENT: ReadonlySet<string> = new Set(["navigation_tour_video"]);

const isStep = (name: string): boolean => ONE_TIME_NOTICES.some((notice) => notice === name);

function unseenSteps(realm: Realm, user: UserId): { type: string; name: string }[] {
  const seen = new Set(stepsSeenBy.all(realm.sql, { user }).map(({ name }) => name));
  return ONE_TIME_NOTICES.filter((name) => !seen.has(name) && !WITHOUT_CONTENT.has(name)).map((name) => ({
    type: "one_time_notice",
    name,
  }));
}

function markSeen(realm: Realm, user: UserId, name: string): void {
  insertStep.run(realm.sql, { user, name });
  realm.emit(stepsChanged({ onboarding_steps: unseenSteps(realm, user) }), only(user));
}

const onboardingStateSlice = stateSlice({
  types: ["onboarding_steps"],
  collect: ({ realm, actor, client }) => ({
    onboarding_steps: actor === null ? [] : stepsShownTo(client, unseenSteps(realm, actor.user_id)),
    navigation_tour_video_url: null,
  }),
});

const onboardingArchive: FeatureArchive = {
  tables: ["onboarding_steps_seen"],
  parts: [
    part({
      table: "onboarding_steps",
      isPersonal: true,
      reading: { from: "onboarding_steps_seen t", key: ["user_id", "name"], columns: [] },
      write(writing, { user_id, name }) {
        const user = writing.id("user", user_id);
        if (user === undefined) return LeftOut.unknownUser;
        if (!writing.noted.take("onboarding_steps", `${user} ${name}`)) return LeftOut.twice;
        if (writing.writes) insertStep.run(writing.realm.sql, { user, name });
        return undefined;
      },
    }),
  ],
};

const markStepSeenEndpoint = action({
  route: "POST /users/me/onboarding_steps",
  by: "human",
  params: { onboarding_step: text("id") },
  run({ realm, actor, params: { onboarding_step } }) {
    if (!isStep(onboarding_step)) throw badRequest(`Unknown onboarding_step: ${onboarding_step}`);
    markSeen(realm, actor.user_id, onboarding_step);
  },
});

/** Onboarding steps: notices that clients show once to each user. */
export const onboarding = feature({
  name: "onboarding",
  schema,
  personal: { onboarding_steps_seen: { user: "user_id" } },
  archive: onboardingArchive,
  endpoints: [markStepSeenEndpoint],
  events: [stepsChanged],
  state: [onboardingStateSlice],
});
