import * as v from "valibot";
import { stored } from "../../../../database/stored.ts";
import { boundedList, boundedText } from "../../../../protocol/bounded.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import { Role } from "../../../../protocol/roles.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { channelIndex } from "../../../channels/channels/public.ts";
import { accessField } from "../../../organization/profile-fields/public.ts";

/** The attributes that a profile field can show. */
export const profileAttributes = [
  "title",
  "phoneNumbers",
  "employeeNumber",
  "costCenter",
  "organization",
  "division",
  "department",
  "manager",
] as const;
export type ProfileAttribute = (typeof profileAttributes)[number];

const roleNames = Object.keys(Role) as (keyof typeof Role)[];
export const roleNamed = (name: string): Role | undefined =>
  Object.hasOwn(Role, name) ? Role[name as keyof typeof Role] : undefined;

const MOST_RULES = 100;
const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const rulesOf = <const Item extends v.GenericSchema>(item: Item) =>
  v.pipe(
    boundedList(item, "names"),
    v.check((rules) => rules.length <= MOST_RULES, `{} has more than ${MOST_RULES} rules.`),
  );

/** The rules of a connection, as owners send and read them; stored as the same. */
export const rulesSchema = v.object({
  /** Whether the directory can make people owners, and change those who are. */
  may_set_owner: v.optional(v.boolean(), false),
  /** Whether a group of the directory can take the place of one with the same name. */
  may_adopt_groups: v.optional(v.boolean(), false),
  /** The profile field that shows an attribute. */
  attributes: v.optional(v.object(v.entriesFromList(profileAttributes, v.optional(id))), {}),
  /** The role of the people in a group of the directory; the highest one counts. */
  group_roles: v.optional(rulesOf(v.object({ group: boundedText("name"), role: v.picklist(roleNames) })), []),
  /** Channels to which the people in a group of the directory are subscribed. */
  group_channels: v.optional(rulesOf(v.object({ group: boundedText("name"), channels: boundedList(id, "names") })), []),
});
export type Rules = v.InferOutput<typeof rulesSchema>;

const none: Rules = v.parse(rulesSchema, {});
export const readRules = stored("scim_connections.rules", rulesSchema, () => none);

/** Refuses rules about fields and channels that there are none of. */
export function checkRules(realm: Realm, { attributes, group_channels, group_roles, may_set_owner }: Rules): void {
  for (const field of Object.values(attributes)) if (field !== undefined) accessField(realm, field);
  const { byId } = channelIndex(realm);
  const missing = group_channels.flatMap(({ channels }) => channels).find((channel) => !hasChannel(byId, channel));
  if (missing !== undefined) throw badRequest(`Invalid channel ID: ${missing}`);
  if (!may_set_owner && group_roles.some(({ role }) => role === "owner"))
    throw badRequest("Only a directory that can make owners can have a group of owners.");
}

const hasChannel = (byId: ReadonlyMap<number, unknown>, id: number) => byId.has(id);
