import { statement } from "../../../database/statement.ts";
import { toUserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { type Seconds, seconds } from "../../../util/time.ts";
import { ofNewAccount } from "../../organization/accounts/archive-ways-in.ts";
import { ownHandle } from "./challenges.ts";

export const passkeyArchive: FeatureArchive = {
  tables: ["passkeys"],
  leftOut: { challenge_secret: "of the server: challenges last minutes", spent_challenges: "of the moment" },
  parts: [
    part({
      table: "passkeys",
      only: "secrets",
      reading: {
        from: "passkeys t",
        key: ["id"],
        columns: ["user_id", "credential", "public_key", "counter", "name", "created_at", "last_used_at", "handle"],
      },
      row(row, { realm }) {
        const handle = row.textOrNull("handle") ?? ownHandle(realm, toUserId(row.number("user_id")));
        return { ...row.of("passkeys"), handle };
      },
      write: ofNewAccount("passkeys", "passkey", limits.account.passkeys, ({ realm }, user, row) => {
        const { credential, public_key, counter, name, created_at, last_used_at, handle } = row;
        const used = last_used_at === null ? null : seconds(last_used_at);
        const times = { created_at: seconds(created_at), last_used_at: used };
        const values = { user, credential, public_key, counter, name, handle, ...times };
        return { keys: [credential], write: () => insertPasskey.run(realm.sql, values) };
      }),
    }),
  ],
};

const insertPasskey = statement<{
  user: number;
  credential: string;
  public_key: string;
  counter: number;
  name: string;
  created_at: Seconds;
  last_used_at: Seconds | null;
  handle: string | null;
}>(
  `INSERT OR IGNORE INTO passkeys (user_id, credential, public_key, counter, name, created_at, last_used_at, handle)
   VALUES (:user, :credential, :public_key, :counter, :name, :created_at, :last_used_at, :handle)`,
);
