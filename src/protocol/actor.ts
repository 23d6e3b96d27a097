import type { Seconds } from "../util/time.ts";
import type { UserId } from "./ids.ts";
import { type BotType, Role } from "./roles.ts";

/** The account that makes a request, as its credentials name it, with its current fields. */
export interface Actor {
  readonly user_id: UserId;
  readonly email: string;
  readonly full_name: string;
  readonly role: Role;
  readonly is_bot: boolean;
  readonly bot_type: BotType | null;
  readonly bot_owner_id: UserId | null;
  readonly date_joined: Seconds;
  /** The API key of the request, if it came with one. */
  readonly key_id?: number;
  /** The browser session of the request, if it came with one. */
  readonly session_id?: number;
  /** Whether the session is only good for setting up a passkey or a second factor. */
  readonly owes_setup?: boolean;
}

export const isAdministrator = (actor: Pick<Actor, "role">) => actor.role <= Role.administrator;
export const isOwner = (actor: Pick<Actor, "role">) => actor.role === Role.owner;
export const isModerator = (actor: Pick<Actor, "role">) => actor.role <= Role.moderator;
export const isGuest = (actor: Pick<Actor, "role">) => actor.role === Role.guest;
