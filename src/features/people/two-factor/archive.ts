import { statement } from "../../../database/statement.ts";
import { toUserId } from "../../../protocol/ids.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { openText, sealText } from "../../../realm/sealed-text.ts";
import { type Seconds, seconds } from "../../../util/time.ts";
import { ofNewAccount } from "../../organization/accounts/archive-ways-in.ts";
import { factorName } from "./two-factor.ts";

/** The server creates the codes itself, so this can't be exceeded. */
const MAX_CODES = 100;

export const secondFactorArchive: FeatureArchive = {
  tables: ["second_factors", "recovery_codes"],
  leftOut: { second_factor_setups: "of the moment" },
  parts: [
    part({
      table: "second_factors",
      only: "secrets",
      reading: { from: "second_factors t", key: ["user_id"], columns: ["secret", "since"] },
      row(row, { realm }) {
        const user_id = row.number("user_id");
        const secret = openText(realm, factorName(toUserId(user_id)), row.text("secret"));
        return { user_id, secret, since: row.number("since") };
      },
      write: ofNewAccount("second_factors", "second factor", 1, ({ realm }, user, { secret, since }) => ({
        keys: [String(user)],
        write() {
          const sealed = sealText(realm, factorName(toUserId(user)), secret);
          insertFactor.run(realm.sql, { user, secret: sealed, since: seconds(since) });
        },
      })),
    }),
    part({
      table: "recovery_codes",
      only: "secrets",
      reading: { from: "recovery_codes t", key: ["user_id", "hash"], columns: [] },
      write: ofNewAccount("recovery_codes", "recovery codes", MAX_CODES, ({ realm }, user, { hash }) => ({
        keys: [`${user} ${hash}`],
        write: () => insertCode.run(realm.sql, { user, hash }),
      })),
    }),
  ],
};

const insertFactor = statement<{ user: number; secret: string; since: Seconds }>(
  "INSERT OR IGNORE INTO second_factors (user_id, secret, last_step, since) VALUES (:user, :secret, 0, :since)",
);
const insertCode = statement<{ user: number; hash: string }>(
  "INSERT OR IGNORE INTO recovery_codes (user_id, hash) VALUES (:user, :hash)",
);
