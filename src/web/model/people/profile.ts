import type { UserId } from "../ids.ts";
import { parsedJson } from "../parsed-json.ts";
import type { ProfileField, State, Status, User } from "../state.ts";
import { userById } from "./users.ts";

interface Field {
  readonly name: string;
  readonly isInSummary: boolean;
}

type ProfileEntry = Field &
  (
    | { readonly kind: "text" | "link" | "html"; readonly value: string }
    | { readonly kind: "people"; readonly users: readonly UserId[] }
  );

/** A user's filled-in profile fields, in the organization's order. */
export function profileOf(state: State, { profile_data = {} }: User): readonly ProfileEntry[] {
  return [...state.custom_profile_fields]
    .sort((a, b) => a.order - b.order)
    .flatMap((field) => {
      const entry = profile_data[field.id];
      if (entry === undefined || entry.value === "") return [];
      const named = { name: field.name, isInSummary: field.display_in_profile_summary === true };
      return [{ ...named, ...readEntry(field, entry.value, entry.rendered_value) }];
    });
}

function readEntry(field: ProfileField, value: string, html: string | undefined) {
  if (html !== undefined) return { kind: "html", value: html } as const;
  switch (field.type) {
    case FIELD_TYPES.people:
      return { kind: "people", users: usersOf(value) } as const;
    case FIELD_TYPES.link:
      return { kind: /^https?:/.test(value) ? "link" : "text", value } as const;
    case FIELD_TYPES.account:
      return accountOf(field, value);
    case FIELD_TYPES.choice:
      return {
        kind: "text",
        value: readJson<Record<string, { readonly text: string }>>(field.field_data, {})[value]?.text ?? value,
      } as const;
    default:
      return { kind: "text", value } as const;
  }
}

/** Returns an account at an external service, as a link if the field has a URL pattern. */
function accountOf(field: ProfileField, value: string) {
  const { url_pattern: pattern } = readJson<{ readonly url_pattern?: string }>(field.field_data, {});
  if (pattern === undefined || !/^https?:/.test(pattern)) return { kind: "text", value } as const;
  return { kind: "link", value: pattern.replace("%(username)s", encodeURIComponent(value)) } as const;
}

/** Kinds of profile fields (`custom_profile_field_types`). */
export const FIELD_TYPES = { longText: 2, choice: 3, date: 4, link: 5, people: 6, account: 7 } as const;

function readJson<Value>(json: string, otherwise: Value): Value {
  const parsed = parsedJson(json);
  return parsed === undefined ? otherwise : (parsed.value as Value);
}

export const choicesOfField = ({ field_data }: ProfileField): readonly { value: string; label: string }[] =>
  Object.entries(readJson<Record<string, { readonly text: string; readonly order: string }>>(field_data, {}))
    .sort(([, one], [, other]) => Number(one.order) - Number(other.order))
    .map(([value, { text }]) => ({ value, label: text }));

/** Returns a field's service, capitalized ("Github"), or undefined if the organization defines the service itself. */
export function serviceOfField({ field_data }: ProfileField): string | undefined {
  const { subtype } = readJson<{ readonly subtype?: string }>(field_data, {});
  if (subtype === undefined || subtype === "custom") return undefined;
  return subtype.charAt(0).toUpperCase() + subtype.slice(1);
}

export const usersOf = (value: string): readonly UserId[] => readJson<UserId[]>(value, []);

type Role = "owner" | "administrator" | "moderator" | "member" | "guest";

const ROLES: Readonly<Record<User["role"], Role>> = {
  100: "owner",
  200: "administrator",
  300: "moderator",
  400: "member",
  600: "guest",
};

/** The API's roles, highest first. */
export const ROLE_NUMBERS = [100, 200, 300, 400, 600] as const;

export const roleOf = ({ role }: Pick<User, "role">): Role => ROLES[role];

export const me = (state: State): User | undefined => userById(state, state.user_id);

/**
 * Returns when a user was last online, in seconds since 1970. Undefined if they never were, or their presence is
 * hidden.
 */
export function lastSeen(state: State, id: UserId): number | undefined {
  const presence = state.presences[id];
  return (presence && Math.max(presence.active_timestamp, presence.idle_timestamp)) || undefined;
}

export const statusOf = (state: State, id: UserId): Status | undefined => state.user_status[id];
