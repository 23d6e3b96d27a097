import type { UserId } from "../../../protocol/ids.ts";
import { Role } from "../../../protocol/roles.ts";
import { inMilliseconds, type Seconds } from "../../../util/time.ts";
import type { UserRow } from "./rows.ts";

export const UNKNOWN_NAME = "Unknown user";

const NO_PICTURE = "0".repeat(32);

/** The fields by which an account is shown to a viewer who may not see it. */
export const unknownUserFields = (id: UserId, host: string) => ({
  email: `user${id}@${host}`,
  full_name: UNKNOWN_NAME,
  avatar_url: `https://secure.gravatar.com/avatar/${NO_PICTURE}?d=identicon&version=1`,
});

/** The entry for an account that the viewer may not see, for clients that need an entry for every user. */
export const unknownUser = ({ id }: Pick<UserRow, "id">, { host, since }: { host: string; since: Seconds }) => ({
  ...unknownUserFields(id, host),
  user_id: id,
  delivery_email: null,
  date_joined: new Date(inMilliseconds(since)).toISOString().replace(".000Z", "+00:00"),
  is_owner: false,
  is_admin: false,
  is_guest: false,
  is_bot: false,
  bot_type: null,
  bot_owner_id: null,
  role: Role.member,
  timezone: "",
  avatar_version: 1,
  profile_data: {},
});
