import type { Seconds } from "../util/time.ts";
import type { ChannelId, UserId } from "./ids.ts";
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
  /** The grant by which an assistant makes the request in this person's name. */
  readonly grant?: Grant;
  /** Whether the account's own key came to an address for assistants. */
  readonly asksAsAssistant?: true;
}

/** The things that a person may allow an assistant: to read and write in channels, in direct conversations, and contents of files. */
export const scopes = ["read", "read:direct", "write", "write:direct", "files"] as const;
export type Scope = (typeof scopes)[number];

/** The acts of an assistant that wait until the person has approved them, from none to all of them. */
export const approvals = ["none", "direct-and-new", "writes"] as const;
export type Approval = (typeof approvals)[number];

/** The addresses at which assistants ask. A token is good at one of them. */
export const resources = ["mcp", "research"] as const;
export type Resource = (typeof resources)[number];

/** An assistant of a person, and the things that it may do in their name. */
export interface Grant {
  readonly id: number;
  /** The name of the assistant's program, as people see it: cleaned, and at most 16 characters. */
  readonly name: string;
  /** With those that others imply. */
  readonly scopes: ReadonlySet<Scope>;
  /** The person's own rule, or the organization's where that is stricter: `all` is for reactions and marks, too. */
  readonly approval: Approval | "all";
  /** Whether what its client says that the person has answered counts as their answer. */
  readonly clientAnswers: boolean;
  /** The channels that are not there for the assistant, besides those that are closed to all of them. */
  readonly excludedChannels: ReadonlySet<ChannelId>;
  /** The people whose direct conversations with the person are not there for the assistant. */
  readonly excludedUsers: ReadonlySet<UserId>;
}

/** Whether an assistant asks: by a grant, or with an account's own key at an address for assistants. */
export const isAssistant = ({
  grant,
  asksAsAssistant,
}: {
  readonly grant?: Grant | undefined;
  readonly asksAsAssistant?: true | undefined;
}): boolean => grant !== undefined || asksAsAssistant === true;

const implied: Readonly<Partial<Record<Scope, Scope>>> = { write: "read", "write:direct": "read:direct" };

/** Scopes with those that they imply: whoever may write somewhere may read there. */
export const withImplied = (given: Iterable<Scope>): ReadonlySet<Scope> =>
  new Set([...given].flatMap((scope) => [scope, implied[scope] ?? scope]));

/** Whether direct conversations are there for whoever asks: for an assistant only where its person has allowed them. */
export const readsDirects = ({ grant }: { readonly grant?: Grant | undefined }): boolean =>
  grant === undefined || grant.scopes.has("read:direct");

/** Whether a direct conversation of these people is kept from the assistant that asks: someone in it is left out. */
export const isKeptFrom = ({ grant }: { readonly grant?: Grant | undefined }, members: readonly UserId[]): boolean =>
  grant !== undefined && grant.excludedUsers.size > 0 && members.some((id) => grant.excludedUsers.has(id));

export const isAdministrator = (actor: Pick<Actor, "role">) => actor.role <= Role.administrator;
export const isOwner = (actor: Pick<Actor, "role">) => actor.role === Role.owner;
export const isModerator = (actor: Pick<Actor, "role">) => actor.role <= Role.moderator;
export const isGuest = (actor: Pick<Actor, "role">) => actor.role === Role.guest;
