import { channelById } from "../../../../model/channels/channels.ts";
import { whoOf } from "../../../../model/organization/permission-values.ts";
import { groupById } from "../../../../model/people/groups.ts";
import { userById } from "../../../../model/people/users.ts";
import type { State } from "../../../../model/state.ts";
import { labelled } from "../../../../words/app.ts";
import { duration } from "../../../../words/duration.ts";
import { listed } from "../../../../words/format.ts";
import { peopleWords } from "../../../../words/people.ts";
import { auditLogWords } from "../../../../words/settings/organization/audit-log.ts";
import { channelSettingWords } from "../../../../words/settings/organization/channels.ts";
import { messageRetentionWords } from "../../../../words/settings/organization/data.ts";
import {
  moderationWords,
  organizationPermissionsWords,
} from "../../../../words/settings/organization/organization-permissions.ts";
import {
  onboardingWords,
  organizationMessagesWords,
  organizationProfileWords,
} from "../../../../words/settings/organization/organization-profile.ts";
import { loginLimitsWords } from "../../../../words/settings/organization/users.ts";
import { groupTitle } from "../../rows/group-picker.tsx";
import { type AuditEntry, isErased } from "./audit-entry.ts";

type Texts = Readonly<Record<string, string | undefined>>;

export function actorName({ actor, proof }: AuditEntry): string {
  const w = auditLogWords();
  const actors: Texts = w.actors;
  if (actor.name !== undefined) return actor.name;
  return isErased(proof.personal) && actor.id !== null ? w.erased : (actors[actor.type] ?? actor.type);
}

export function entityName(state: State, { action, entity, details, proof }: AuditEntry): string {
  const { type, id, name, email } = entity;
  if (type === "channel") return channelName(state, Number(id), name);
  if (name !== undefined) return name;
  if (email !== undefined) return email;
  // Entries about login attempts with an email address that has no account are assigned to the organization.
  const typed = action === "login.failed" ? details["name"] : undefined;
  if (type === "organization") return typeof typed === "string" ? typed : state.realm_name;
  return isErased(proof.personal) ? auditLogWords().erased : id;
}

const channelName = (state: State, id: number, name = channelById(state, id)?.name): string => `#${name ?? id}`;
const userName = (state: State, id: number): string => userById(state, id)?.full_name ?? String(id);

function groupName(state: State, id: number): string {
  const group = groupById(state, id);
  return group === undefined ? String(id) : groupTitle(group);
}

/** Units that setting names end with, and their lengths in seconds. */
const SECONDS = [
  ["seconds", 1],
  ["minutes", 60],
  ["hours", 3600],
  ["days", 86_400],
] as const;

const USERS: ReadonlySet<string> = new Set(["users", "sender", "owner_id", "inviter"]);
const CHANNELS: ReadonlySet<string> = new Set(["channel", "channels"]);

/**
 * Returns a function that formats a number in a detail: as the name of the object with this id, as a duration, or as a
 * number.
 */
function nameOfNumber(state: State, key: string, { action, details }: AuditEntry): (value: number) => string {
  const isValue = key === "before" || key === "after";
  if (USERS.has(key) || (isValue && action === "bot.owner_changed")) return (id) => userName(state, id);
  if (CHANNELS.has(key)) return (id) => channelName(state, id);
  const changed = isValue ? (details["permission"] ?? details["name"]) : undefined;
  const isAbout = (kind: RegExp) => typeof changed === "string" && kind.test(changed);
  if (isAbout(/_(channel|stream)_id$/)) return (id) => (id < 0 ? auditLogWords().nothing : channelName(state, id));
  if (key === "groups" || isAbout(/_group$|^can_/)) return (id) => groupName(state, id);
  const unit = SECONDS.find(([name]) => isAbout(new RegExp(`_${name}$`)))?.[1];
  if (unit !== undefined) return (count) => (count < 0 ? auditLogWords().forEver : duration(count * unit));
  return String;
}

export function detailText(state: State, key: string, entry: AuditEntry): string {
  const w = auditLogWords();
  const roles: Texts = peopleWords().roles;
  const asNumber = nameOfNumber(state, key, entry);
  const textOf = (value: unknown): string => {
    if (value === null || value === "") return w.nothing;
    if (typeof value === "boolean") return value ? w.on : w.off;
    if (typeof value === "number") return asNumber(value);
    if (typeof value === "string") return roles[value] ?? settingLabel(value) ?? value;
    if (Array.isArray(value)) return value.length === 0 ? w.nothing : listed(value.map(textOf));
    if (isPermissionValue(value)) {
      const { users, groups } = whoOf(value);
      return textOf([...groups.map((id) => groupName(state, id)), ...users.map((id) => userName(state, id))]);
    }
    if (isPlace(value)) return `${channelName(state, value.channel)} › ${value.topic}`;
    return listed(Object.entries(value ?? {}).map(([name, one]) => labelled(settingLabel(name) ?? name, textOf(one))));
  };
  return textOf(entry.details[key]);
}

const isPermissionValue = (value: unknown): value is { direct_members: number[]; direct_subgroups: number[] } =>
  typeof value === "object" && value !== null && "direct_members" in value && "direct_subgroups" in value;

const isPlace = (value: unknown): value is { channel: number; topic: string } =>
  typeof value === "object" && value !== null && "channel" in value && "topic" in value;

/** Returns the label of an organization setting, if a section has a row for it. */
function settingLabel(name: string): string | undefined {
  const all: readonly (() => { readonly rows: Texts })[] = [
    ...[organizationPermissionsWords, organizationProfileWords, organizationMessagesWords, messageRetentionWords],
    ...[channelSettingWords, onboardingWords, moderationWords, auditLogWords, loginLimitsWords],
  ];
  return all.map((words) => words().rows[name]).find((label) => label !== undefined);
}

/** Formats an entry's change in one line: the setting, and its values before and after. */
export function changeText(state: State, entry: AuditEntry): string {
  const { details } = entry;
  const has = (key: string) => details[key] !== undefined;
  const about = ["name", "permission"].find((key) => has(key) && entry.entity.name !== details[key]);
  const change =
    has("before") && has("after")
      ? auditLogWords().change(detailText(state, "before", entry), detailText(state, "after", entry))
      : has("after")
        ? detailText(state, "after", entry)
        : undefined;
  const parts = [about === undefined ? undefined : detailText(state, about, entry), change];
  return parts.filter((part) => part !== undefined).join(": ");
}
