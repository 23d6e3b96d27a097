import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { LeftOut } from "../../../realm/archive-io/writing.ts";
import { insertStep } from "./onboarding.ts";

export const onboardingArchive: FeatureArchive = {
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
