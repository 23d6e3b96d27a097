import { statement } from "../../../database/statement.ts";

export const schema = [
  `CREATE TABLE onboarding_steps_seen (
     user_id INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (user_id, name)
   ) STRICT, WITHOUT ROWID;`,
];

export const stepsSeenBy = statement<{ user: number }, { name: string }>(
  "SELECT name FROM onboarding_steps_seen WHERE user_id = :user",
);
export const insertStep = statement<{ user: number; name: string }>(
  "INSERT INTO onboarding_steps_seen (user_id, name) VALUES (:user, :name) ON CONFLICT DO NOTHING",
);
