import type { UserId } from "./ids.ts";

/** 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
export type RoleId = 100 | 200 | 300 | 400 | 600;

/** The value of a custom profile field; of the kinds that are Markdown, with its HTML. */
export interface ProfileValue {
  value: string;
  rendered_value?: string;
}

export interface User {
  readonly user_id: UserId;
  /** The address that the API knows the account by, which may be another than the one that mail goes to. */
  email: string;
  /** Null where it is not to be seen. */
  delivery_email: string | null;
  full_name: string;
  /** ISO 8601. */
  date_joined: string;
  is_owner: boolean;
  is_admin: boolean;
  is_guest: boolean;
  is_bot: boolean;
  /** 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded. */
  bot_type: number | null;
  bot_owner_id: UserId | null;
  role: RoleId;
  timezone: string;
  avatar_url: string | null;
  avatar_version: number;
  /** By the id of the field; bots have none. */
  profile_data?: Record<string, ProfileValue>;
  is_system_bot?: true;
}

/** A bot, as its owner and administrators see it. */
export interface Bot {
  readonly user_id: UserId;
  readonly email: string;
  bot_type: number | null;
  full_name: string;
  is_active: boolean;
  owner_id: UserId | null;
  avatar_url: string;
  default_sending_stream: string | null;
  default_events_register_stream: string | null;
  default_all_public_streams: boolean;
  services: readonly unknown[];
}

export interface MutedUser {
  readonly id: UserId;
  readonly timestamp: number;
}

export interface UsersState {
  realm_users: User[];
  realm_non_active_users: User[];
  /** Bots that every organization has, such as the one of notifications. */
  cross_realm_bots: User[];
  /** One's own bots; for administrators, all. */
  realm_bots: Bot[];
  muted_users: MutedUser[];
}
