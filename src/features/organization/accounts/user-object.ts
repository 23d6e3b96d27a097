import { type Grant, isAdministrator, isGuest, isOwner } from "../../../protocol/actor.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { Role } from "../../../protocol/roles.ts";
import { EmailVisibility } from "../../../protocol/user-settings.ts";
import { inMilliseconds } from "../../../util/time.ts";
import type { ProfileData } from "./member-schema.ts";
import type { UserRow } from "./rows.ts";

/**
 * The account that visibility and permissions are checked for. A spectator, who has no account, is represented by null.
 */
export type Viewer = {
  readonly user_id: UserId;
  readonly role: Role;
  /** Grant of an assistant that acts for the account and sees less than it. */
  readonly grant?: Grant | undefined;
  /**
   * Set if the account's own API key was used at an assistant endpoint, or for an assistant's deferred message that has
   * lost its grant.
   */
  readonly asksAsAssistant?: true | undefined;
  /** Set for someone who joined through an outside link, for checks in the Worker. */
  readonly outside?: true | undefined;
};

/** True if a viewer can see an account's real address (users-groups-org.md 4.3). */
export function seesRealEmail(
  viewer: Viewer | null,
  { id, bot_type, email_visibility }: Pick<UserRow, "id" | "bot_type" | "email_visibility">,
): boolean {
  if (viewer === null) return false;
  if (viewer.user_id === id) return true;
  if (viewer.outside === true) return false;
  if (bot_type !== null) return true;
  return viewer.role <= MIN_ROLE[email_visibility];
}

/** The least powerful role that can see an address, for each email_address_visibility. */
const MIN_ROLE: Readonly<Record<EmailVisibility, number>> = {
  [EmailVisibility.everyone]: Role.guest,
  [EmailVisibility.members]: Role.member,
  [EmailVisibility.moderators]: Role.moderator,
  [EmailVisibility.administrators]: Role.administrator,
  [EmailVisibility.nobody]: 0,
};

interface AvatarOptions {
  readonly viewer: Viewer | null;
  readonly client_gravatar: boolean;
}

type PicturedUser = Pick<
  UserRow,
  "id" | "bot_type" | "email_visibility" | "avatar_source" | "avatar_version" | "avatar_hash"
>;

/** Returns the URL of a user's picture, or null if the client can compute it from the real email (seed 2.5). */
export function avatarUrl(
  user: PicturedUser,
  realm: number,
  options: AvatarOptions & { readonly client_gravatar: false },
  medium?: boolean,
): string;
export function avatarUrl(user: PicturedUser, realm: number, options: AvatarOptions, medium?: boolean): string | null;
export function avatarUrl(
  user: PicturedUser,
  realm: number,
  { viewer, client_gravatar }: AvatarOptions,
  medium = false,
): string | null {
  const { avatar_source, avatar_version, avatar_hash } = user;
  if (avatar_source === "U") {
    return `/user_avatars/${realm}/${avatar_hash}${medium ? "-medium" : ""}.png?version=${avatar_version}`;
  }
  if (client_gravatar && seesRealEmail(viewer, user)) return null;
  const size = medium ? "&s=500" : "";
  return `https://secure.gravatar.com/avatar/${avatar_hash}?d=identicon&version=${avatar_version}${size}`;
}

/** Returns the fields of a user that all replies contain, as a viewer sees them (seed 2.5). */
function userObject(user: UserRow, realm: number, options: AvatarOptions) {
  return {
    user_id: user.id,
    email: user.email,
    delivery_email: seesRealEmail(options.viewer, user) ? user.delivery_email : null,
    full_name: user.full_name,
    date_joined: new Date(inMilliseconds(user.date_joined)).toISOString().replace(".000Z", "+00:00"),
    is_owner: isOwner(user),
    is_admin: isAdministrator(user),
    is_guest: isGuest(user),
    is_bot: user.bot_type !== null,
    bot_type: user.bot_type,
    bot_owner_id: user.bot_owner_id,
    role: user.role,
    timezone: user.timezone,
    avatar_url: avatarUrl(user, realm, options),
    avatar_version: user.avatar_version,
    is_imported_stub: user.is_imported_stub === 1,
    is_deleted: user.is_deleted === 1,
  };
}

/** Returns a user with `is_active` and, if requested, the custom profile fields. */
export const memberObject = (
  user: UserRow,
  realm: number,
  { profile, ...options }: AvatarOptions & { readonly profile: ProfileData | null },
) => ({
  ...userObject(user, realm, options),
  is_active: user.is_active === 1,
  ...(profile !== null && user.bot_type === null ? { profile_data: profile } : {}),
});
