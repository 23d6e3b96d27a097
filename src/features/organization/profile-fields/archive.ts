import * as v from "valibot";
import type { ArchiveRow } from "../../../archive-format/tables.ts";
import { toUserId } from "../../../protocol/ids.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { type ImportContext, jsonOf, LeftOut, refusalMessage } from "../../../realm/archive-io/writing.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { findUser } from "../accounts/accounts.ts";
import { importedBotType, isActiveAccount } from "../accounts/archive-accounts.ts";
import { FieldType } from "./field-types.ts";
import { checkValue, isEmpty } from "./field-value.ts";
import { accessField, addField, fieldObjects } from "./profile-fields.ts";
import { writeValue } from "./profile-values.ts";

type Field = ArchiveRow<"profile_fields">;
type Value = ArchiveRow<"profile_values">;

export const profileArchive: FeatureArchive = {
  tables: ["profile_fields", "profile_values"],
  parts: [
    part({
      table: "profile_fields",
      rehearsed: "field",
      reading: {
        from: "profile_fields t",
        key: ["position", "id"],
        columns: [
          ..."type name hint field_data required editable_by_user use_for_user_matching".split(" "),
          ...['t.position AS "order"', "t.in_summary AS display_in_profile_summary"],
        ],
      },
      write: writeField,
    }),
    part({
      table: "profile_values",
      reading: { from: "profile_values t", key: ["user_id", "field_id"], columns: ["value"] },
      write: writeProfileValue,
    }),
  ],
};

/** Imports a field. If one with the same type, name and data exists, that field gets the archive's values. */
function writeField(writing: ImportContext, row: Field): string | undefined {
  if (writing.id("field", row.id) !== undefined) return LeftOut.twice;
  const { required, editable_by_user, use_for_user_matching, name, hint } = row;
  const type = fieldType(row.type);
  if (type === undefined) return "profile fields that the organization does not take";
  const known = fieldObjects(writing.realm).find(
    (field) =>
      field.type === type &&
      field.name.toLowerCase() === name.trim().toLowerCase() &&
      field.field_data === row.field_data &&
      ![...writing.ids("field").values()].includes(field.id),
  );
  if (known !== undefined) {
    writing.addId("field", row.id, known.id);
    return undefined;
  }
  const field_data = row.field_data === "" ? undefined : jsonOf(row.field_data);
  const add = (in_summary: boolean) =>
    refusalMessage(() => {
      const settings = { name, hint, field_data, in_summary, required, editable_by_user, use_for_user_matching };
      writing.addId("field", row.id, addField(writing.realm, type, settings));
    });
  const isInSummary = row.display_in_profile_summary;
  if (add(isInSummary) === undefined) return undefined;
  // If the summary already has the maximum number of fields, the field is imported outside the summary.
  if (!isInSummary || add(false) !== undefined) return "profile fields that the organization does not take";
  writing.leftOut("summaries of profiles that have no room for a field", `profile_fields ${row.id}`);
  return undefined;
}

const checkedKey = cacheKey<ReadonlyMap<number, Field>>("checked profile fields");

function writeProfileValue(writing: ImportContext, row: Value): string | undefined {
  const { realm } = writing;
  const id = writing.id("user", row.user_id);
  if (id === undefined) return LeftOut.unknownUser;
  if (writing.id("field", row.field_id) === undefined) return "values of profile fields that are not in the archive";
  const accepted = realm.cached(
    checkedKey,
    () => new Map(writing.accepted("profile_fields").map((field) => [field.id, field])),
  );
  const checked = accepted.get(row.field_id);
  const field = writing.writes ? accessField(realm, writing.id("field", row.field_id) ?? 0) : undefined;
  const type = field?.type ?? checked?.type;
  const value = type === FieldType.user ? peopleOf(writing, row) : row.value;
  const refusal = refusalMessage(() => {
    const user = findUser(realm, toUserId(id));
    if (field !== undefined && user !== undefined) writeValue(realm, user, field, value);
    else if (checked !== undefined) checkNewValue(realm, checked, value);
  });
  return refusal && "values that their profile fields do not take";
}

/** Checks a value of a field that isn't written yet. Skips user fields, because the users may have no rows yet. */
function checkNewValue(realm: Realm, row: Field, value: string | number[]): void {
  const type = fieldType(row.type);
  if (type === undefined || type === FieldType.user || isEmpty(value)) return;
  checkValue(realm, { type, name: row.name, field_data: row.field_data }, value);
}

const fieldType = (type: number): FieldType | undefined => Object.values(FieldType).find((known) => known === type);

const MAX_PEOPLE = 100;

/** Returns the imported users in a value, except bots and inactive ones. */
function peopleOf(writing: ImportContext, row: Value): number[] {
  const given = v.safeParse(v.array(v.number()), jsonOf(row.value));
  const ids = given.success ? given.output : [];
  const people = ids
    .flatMap((id) => writing.id("user", id) ?? [])
    .filter((id) => isActiveAccount(writing, id) && importedBotType(writing, id) === null)
    .slice(0, MAX_PEOPLE);
  if (!given.success || people.length < ids.length)
    writing.leftOut("people of profile fields whom none can name", `profile_values ${row.user_id} ${row.field_id}`);
  return people;
}
