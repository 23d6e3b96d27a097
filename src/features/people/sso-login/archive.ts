import { statement } from "../../../database/statement.ts";
import { type FeatureArchive, tableArchive } from "../../../realm/archive-io/feature-archive.ts";
import { type Seconds, seconds } from "../../../util/time.ts";
import { ofNewAccount } from "../../organization/accounts/archive-ways-in.ts";

/** Can't be exceeded, because an account has one login per service. */
const MAX_LOGINS = 100;

export const externalLoginArchive: FeatureArchive = {
  leftOut: { login_tickets: "of the moment" },
  ...tableArchive("external_logins", {
    only: "secrets",
    reading: {
      key: ["id"],
      columns: ["user_id", "issuer", "subject", "linked_at", "used_at"],
    },
    write: ofNewAccount("external_logins", "linked service", MAX_LOGINS, ({ realm }, user, row) => {
      const { issuer, subject, linked_at, used_at = linked_at } = row;
      const times = { linked_at: seconds(linked_at), used_at: seconds(used_at) };
      return {
        keys: [`${issuer} ${subject}`, `${user} at ${issuer}`],
        write: () => insertLogin.run(realm.sql, { user, issuer, subject, ...times }),
      };
    }),
  }),
};

const insertLogin = statement<{ user: number; issuer: string; subject: string; linked_at: Seconds; used_at: Seconds }>(
  `INSERT OR IGNORE INTO external_logins (user_id, issuer, subject, linked_at, used_at)
   VALUES (:user, :issuer, :subject, :linked_at, :used_at)`,
);
