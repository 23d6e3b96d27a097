import type { Seconds } from "../util/time.ts";
import type { ChannelId, UserId } from "./ids.ts";
import { type BotType, Role } from "./roles.ts";

/** The account making a request, with its current fields. */
export interface Actor {
  readonly user_id: UserId;
  readonly email: string;
  readonly full_name: string;
  readonly role: Role;
  readonly is_bot: boolean;
  readonly bot_type: BotType | null;
  readonly bot_owner_id: UserId | null;
  readonly date_joined: Seconds;
  readonly key_id?: number;
  readonly session_id?: number;
  /** True if the session can only be used to set up a passkey or a second factor. */
  readonly owes_setup?: boolean;
  /**
   * The grant that an assistant uses to act on the user's behalf. Undefined if the account itself makes the request.
   */
  readonly grant?: Grant;
  /** True if the account's own API key was used at an assistant endpoint. */
  readonly asksAsAssistant?: true;
  /**
   * True for someone from outside the organization, who joined through a link and only sees what the link gives access
   * to.
   */
  readonly outside?: true;
}

/**
 * What a user can allow an assistant: reading and writing in channels, reading and writing in direct conversations, and
 * reading files.
 */
export const scopes = ["read", "read:direct", "write", "write:direct", "files"] as const;
export type Scope = (typeof scopes)[number];

/** Which of an assistant's actions need the user's approval, from the fewest to the most. */
export const approvals = ["none", "direct-and-new", "writes"] as const;
export type Approval = (typeof approvals)[number];

/** The endpoints for assistants. An assistant's token is valid for only one of them. */
export const resources = ["mcp", "research"] as const;
export type Resource = (typeof resources)[number];

/** An assistant of a user, and what it can do on their behalf. */
export interface Grant {
  readonly id: number;
  /** Cleaned display name of the assistant's program, at most 16 characters. */
  readonly name: string;
  /** Includes implied scopes. */
  readonly scopes: ReadonlySet<Scope>;
  /** The user's own rule, or the organization's if stricter. `all` also covers reactions and flags. */
  readonly approval: Approval | "all";
  /** True if the assistant's client is trusted to report whether the user approved an action. */
  readonly clientAnswers: boolean;
  /** Channels hidden from the assistant, in addition to those closed to all assistants. */
  readonly excludedChannels: ReadonlySet<ChannelId>;
  /** Users whose direct conversations with the user are hidden from the assistant. */
  readonly excludedUsers: ReadonlySet<UserId>;
}

/** True if an assistant makes the request, through a grant or with the account's own key at an assistant endpoint. */
export const isAssistant = ({
  grant,
  asksAsAssistant,
}: {
  readonly grant?: Grant | undefined;
  readonly asksAsAssistant?: true | undefined;
}): boolean => grant !== undefined || asksAsAssistant === true;

const implied: Readonly<Partial<Record<Scope, Scope>>> = { write: "read", "write:direct": "read:direct" };

/** Adds implied scopes: write access implies read access. */
export const withImplied = (given: Iterable<Scope>): ReadonlySet<Scope> =>
  new Set([...given].flatMap((scope) => [scope, implied[scope] ?? scope]));

/** True if the caller can see direct conversations. Assistants need the user's permission to do so. */
export const readsDirects = ({ grant }: { readonly grant?: Grant | undefined }): boolean =>
  grant === undefined || grant.scopes.has("read:direct");

/** True if a direct conversation is hidden from the calling assistant because one of its members is excluded. */
export const isKeptFrom = ({ grant }: { readonly grant?: Grant | undefined }, members: readonly UserId[]): boolean =>
  grant !== undefined && grant.excludedUsers.size > 0 && members.some((id) => grant.excludedUsers.has(id));

export const isAdministrator = (actor: Pick<Actor, "role">) => actor.role <= Role.administrator;
export const isOwner = (actor: Pick<Actor, "role">) => actor.role === Role.owner;
export const isModerator = (actor: Pick<Actor, "role">) => actor.role <= Role.moderator;
export const isGuest = (actor: Pick<Actor, "role">) => actor.role === Role.guest;
