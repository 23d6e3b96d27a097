import * as v from "valibot";
import { stored } from "../../../../database/stored.ts";
import type { UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import type { Seconds } from "../../../../util/time.ts";
import { roleName } from "../../../organization/account-actions/roles.ts";
import { baseAddress, type DirectoryConnection } from "../connections/connections.ts";
import { USER, type Values } from "../protocol/attributes.ts";
import { groupsOfUsers, type SeenUser } from "./rows.ts";

const readStored = stored("scim_users.attributes", v.record(v.string(), v.unknown()), () => ({}));

/** Returns the attributes that a directory sent for a user, except those stored in the account itself. */
export const attributesOf = ({ attributes, id }: Pick<SeenUser, "attributes" | "id">): Values =>
  attributes === null ? {} : readStored(attributes, id);

const asTime = (time: Seconds) => new Date(time * 1000).toISOString();

/** Returns users as shown to a directory, with their groups unless these are excluded. */
export function userResources(
  realm: Realm,
  connection: DirectoryConnection,
  rows: readonly SeenUser[],
  { withGroups = true } = {},
): Values[] {
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const found = withGroups ? groupsOfUsers.all(realm.sql, { connection: connection.id, users: ids }) : [];
  const groups = Map.groupBy(found, ({ user_id }) => user_id);
  const address = baseAddress(realm);
  return rows.map((row) => {
    const of = (groups.get(row.id) ?? []).map(({ id, name }) => ({
      value: String(id),
      $ref: `${address}/Groups/${id}`,
      display: name,
      type: "direct",
    }));
    return {
      schemas: [USER],
      id: String(row.id),
      ...shownOf(row),
      ...(of.length > 0 && { groups: of }),
      meta: {
        resourceType: "User",
        created: asTime(row.date_joined),
        lastModified: asTime(row.changed_at ?? row.date_joined),
        location: locationOf(realm, row.id),
      },
    };
  });
}

const locationOf = (realm: Realm, id: UserId) => `${baseAddress(realm)}/Users/${id}`;

export function shownOf(row: SeenUser): Values {
  const { full_name, delivery_email } = row;
  const { roles: _, ...attributes } = attributesOf(row);
  return {
    ...attributes,
    userName: row.user_name ?? delivery_email,
    ...(row.external_id !== null && { externalId: row.external_id }),
    name: shownName(row, attributes),
    displayName: attributes["displayName"] ?? full_name,
    active: row.is_active === 1,
    emails: withAddress(attributes["emails"], delivery_email),
    roles: [{ value: roleName(row.role), primary: true }],
  };
}

/**
 * Returns the account's name with its parts, which Okta requires: those the directory sent, or else the full name split
 * at its last space.
 */
export function shownName({ full_name }: Pick<SeenUser, "full_name">, { name }: Values): Values {
  const given = (name ?? {}) as Values;
  const space = full_name.lastIndexOf(" ");
  const split = {
    givenName: space < 0 ? full_name : full_name.slice(0, space),
    familyName: full_name.slice(space + 1),
  };
  const isGiven = given["givenName"] !== undefined || given["familyName"] !== undefined;
  return { ...(isGiven ? {} : split), ...given, formatted: full_name };
}

/** Returns the email addresses the directory sent, with the preferred one replaced by the account's current address. */
function withAddress(given: unknown, address: string): Values[] {
  const emails = Array.isArray(given) ? (given as Values[]) : [];
  const chosen = chosenOf(emails);
  if (chosen === undefined) return [{ value: address, type: "work", primary: true }];
  return emails.map((email) => (email === chosen ? { ...email, value: address } : email));
}

/** Returns the preferred one of several values: the primary one, otherwise the one for work, otherwise the first. */
export const chosenOf = (values: readonly Values[]): Values | undefined =>
  values.find((one) => one["primary"] === true) ??
  values.find((one) => String(one["type"]).toLowerCase() === "work") ??
  values[0];

/** Returns what a PATCH of a user is applied to: the attributes that the directory sent, and the name shown to it. */
export function patchableUser(row: SeenUser): Values {
  const { user_name, external_id, delivery_email } = row;
  const attributes = attributesOf(row);
  const emails = attributes["emails"];
  return {
    ...attributes,
    id: String(row.id),
    userName: user_name ?? delivery_email,
    ...(external_id !== null && { externalId: external_id }),
    name: shownName(row, attributes),
    ...(emails !== undefined && { emails: withAddress(emails, delivery_email) }),
    active: row.is_active === 1,
  };
}
