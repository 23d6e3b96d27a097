import * as v from "valibot";
import { entryNames } from "./setting-table.ts";

/** Account roles. A lower number has more permissions (conventions.md 4). */
export const Role = Object.freeze({ owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const);
export type Role = (typeof Role)[keyof typeof Role];

/** Bot types (users-groups-org.md 8). Users have none. */
export const BotType = Object.freeze({ generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const);
export type BotType = (typeof BotType)[keyof typeof BotType];

export const roleSchema = v.picklist(Object.values(Role));

interface SystemGroup {
  readonly display_name: string;
  readonly description: string;
  /** Accounts with this role are direct members. Higher roles are members through the subgroup. */
  readonly role: Role | null;
  readonly subgroup: string | null;
}

/** The groups of every organization, widest first (users-groups-org.md 1). */
export const systemGroups = Object.freeze({
  "role:internet": {
    display_name: "Everyone on the internet",
    description: "Everyone, with an account or without",
    role: null,
    subgroup: "role:everyone",
  },
  "role:everyone": {
    display_name: "Everyone",
    description: "All accounts, guests among them",
    role: Role.guest,
    subgroup: "role:members",
  },
  "role:members": {
    display_name: "Members",
    description: "All accounts but guests",
    role: Role.member,
    subgroup: "role:fullmembers",
  },
  "role:fullmembers": {
    display_name: "Full members",
    description: "Members after their waiting period, and all above them",
    role: Role.member,
    subgroup: "role:moderators",
  },
  "role:moderators": {
    display_name: "Moderators",
    description: "Moderators, administrators and owners",
    role: Role.moderator,
    subgroup: "role:administrators",
  },
  "role:administrators": {
    display_name: "Administrators",
    description: "Administrators and owners",
    role: Role.administrator,
    subgroup: "role:owners",
  },
  "role:owners": {
    display_name: "Owners",
    description: "Owners",
    role: Role.owner,
    subgroup: null,
  },
  "role:nobody": {
    display_name: "Nobody",
    description: "No account at all",
    role: null,
    subgroup: null,
  },
} as const satisfies Record<string, SystemGroup>);

export type SystemGroupName = keyof typeof systemGroups;

export type SystemGroupIds = Readonly<Record<SystemGroupName, number>>;

/** Widest first. */
export const systemGroupNames = entryNames(systemGroups);

export const isSystemGroupName = (name: string): name is SystemGroupName => Object.hasOwn(systemGroups, name);

/** Returns the system groups that an account is a direct member of. A full member is in two. */
export const systemGroupsOf = (role: Role, isFullMember: boolean): readonly SystemGroupName[] =>
  systemGroupNames.filter((name) => systemGroups[name].role === role && (isFullMember || name !== "role:fullmembers"));
