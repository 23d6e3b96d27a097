import { type GroupId, toGroupId, toUserId, type UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { plainText } from "../../../../util/plain-text.ts";
import type { DirectoryConnection } from "../connections/connections.ts";
import { isObject } from "../protocol/attributes.ts";
import { invalidValue, tooLarge } from "../protocol/errors.ts";
import { isId } from "../protocol/filter-sql.ts";
import { usersAmong } from "../user-resources/rows.ts";
import { groupLink } from "./rows.ts";

const MAX_MEMBERS = 5000;

export interface Members {
  readonly users: ReadonlySet<UserId>;
  readonly groups: ReadonlySet<GroupId>;
}

/** Parses members: a list of objects, a single object, or plain ids. Throws if a member doesn't exist. */
export function readMembers(realm: Realm, connection: DirectoryConnection, value: unknown): Members {
  const named = namedIn(value);
  const of = (kind: "user" | "group") => named.filter(({ type = "user" }) => type === kind).map(({ id }) => id);
  const isOwn = (id: string) =>
    isId(id) && groupLink.first(realm.sql, { group: Number(id) })?.connection_id === connection.id;
  const users = usersAmong(realm, connection.id, of("user").filter(isId).map(Number));
  const known = new Set(users.map(String));
  const missing = of("user").find((id) => !known.has(id)) ?? of("group").find((id) => !isOwn(id));
  if (missing !== undefined) throw invalidValue(`There is no user or group ${missing.slice(0, 100)}.`);
  return { users: new Set(users), groups: new Set(of("group").map((id) => toGroupId(Number(id)))) };
}

/**
 * Returns the given members that a value names, ignoring all other ids. An id without a type is a user's if that user
 * is a member, otherwise a group's.
 */
export function membersNamedIn(value: unknown, { users, groups }: Members): Members {
  const named = namedIn(value).filter(({ id }) => isId(id));
  const isUser = ({ id, type }: NamedMember) => type !== "group" && users.has(toUserId(Number(id)));
  const isGroup = (one: NamedMember) => one.type !== "user" && !isUser(one) && groups.has(toGroupId(Number(one.id)));
  return {
    users: new Set(named.filter(isUser).map(({ id }) => toUserId(Number(id)))),
    groups: new Set(named.filter(isGroup).map(({ id }) => toGroupId(Number(id)))),
  };
}

interface NamedMember {
  readonly id: string;
  readonly type: "user" | "group" | undefined;
}

function namedIn(value: unknown): NamedMember[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
  if (list.length > MAX_MEMBERS) throw tooLarge(`A request can't have more than ${MAX_MEMBERS} members.`);
  return list.map(parseMember);
}

function parseMember(member: unknown): NamedMember {
  if (!isObject(member)) return { id: plainText(member), type: undefined };
  const { value, type, $ref } = member;
  if (typeof value !== "string" && typeof value !== "number") throw invalidValue("A member needs a value.");
  const said = typeof type === "string" ? type : (/\/(user|group)s\//i.exec(plainText($ref))?.[1] ?? "");
  const kind = said.toLowerCase();
  return { id: String(value), type: kind === "user" || kind === "group" ? kind : undefined };
}
