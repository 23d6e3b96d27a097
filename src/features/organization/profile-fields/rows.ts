import { type ColumnsOf, type NoParams, statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { additive } from "../../../realm/schema.ts";
import type { FieldType } from "./field-types.ts";

export interface FieldRow {
  readonly id: number;
  readonly type: FieldType;
  readonly name: string;
  readonly hint: string;
  /** JSON, or empty for types without data. */
  readonly field_data: string;
  readonly in_summary: number;
  /** Whether searching for users by name also searches the values of this field. */
  readonly use_for_user_matching: number;
  readonly required: number;
  readonly editable_by_user: number;
  readonly position: number;
}

export const schema = [
  `CREATE TABLE profile_fields (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     type INTEGER NOT NULL,
     name TEXT NOT NULL,
     hint TEXT NOT NULL,
     field_data TEXT NOT NULL,
     in_summary INTEGER NOT NULL,
     required INTEGER NOT NULL,
     editable_by_user INTEGER NOT NULL,
     position INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE profile_values (
     user_id INTEGER NOT NULL,
     field_id INTEGER NOT NULL,
     value TEXT NOT NULL,
     rendered TEXT,
     PRIMARY KEY (user_id, field_id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX profile_values_by_field ON profile_values (field_id);`,
  additive("ALTER TABLE profile_fields ADD COLUMN use_for_user_matching INTEGER NOT NULL DEFAULT 0"),
];

const columnList = `id, type, name, hint, field_data, in_summary, required, editable_by_user, position,
  use_for_user_matching`;

export const allFields = statement<NoParams, FieldRow>(
  `SELECT ${columnList} FROM profile_fields ORDER BY position, id`,
);

export interface WrittenField {
  readonly name: string;
  readonly hint: string;
  readonly field_data: string;
  readonly in_summary: boolean;
  readonly use_for_user_matching: boolean;
  readonly required: boolean;
  readonly editable_by_user: boolean;
}

export const insertField = statement<ColumnsOf<WrittenField> & { type: number }, FieldRow>(
  `INSERT INTO profile_fields (type, name, hint, field_data, in_summary, required, editable_by_user, position,
     use_for_user_matching)
   SELECT :type, :name, :hint, :field_data, :in_summary, :required, :editable_by_user, coalesce(max(position), 0) + 1,
     :use_for_user_matching
   FROM profile_fields
   RETURNING ${columnList}`,
);
export const setField = statement<ColumnsOf<WrittenField> & { id: number }>(
  `UPDATE profile_fields SET name = :name, hint = :hint, field_data = :field_data, in_summary = :in_summary,
     required = :required, editable_by_user = :editable_by_user, use_for_user_matching = :use_for_user_matching
   WHERE id = :id`,
);
/** Writes the order of the fields, starting at 1. */
export const setOrder = statement<{ ids: string }>(
  `UPDATE profile_fields SET position = (SELECT key + 1 FROM json_each(:ids) WHERE value = profile_fields.id)
   WHERE id IN (SELECT value FROM json_each(:ids))`,
);
export const deleteField = statement<{ id: number }>("DELETE FROM profile_fields WHERE id = :id");

interface ValueRow {
  readonly user_id: UserId;
  readonly field_id: number;
  readonly value: string;
  readonly rendered: string | null;
}

export const valuesOfUser = statement<{ user: number }, ValueRow>(
  "SELECT user_id, field_id, value, rendered FROM profile_values WHERE user_id = :user ORDER BY field_id",
);
export const currentValue = statement<{ user: number; field: number }, ValueRow>(
  "SELECT user_id, field_id, value, rendered FROM profile_values WHERE user_id = :user AND field_id = :field",
);
export const putValue = statement<{ user: number; field: number; value: string; rendered: string | null }>(
  `INSERT INTO profile_values (user_id, field_id, value, rendered) VALUES (:user, :field, :value, :rendered)
   ON CONFLICT (user_id, field_id) DO UPDATE SET value = excluded.value, rendered = excluded.rendered`,
);
export const deleteValue = statement<{ user: number; field: number }>(
  "DELETE FROM profile_values WHERE user_id = :user AND field_id = :field",
);
export const deleteValuesOfField = statement<{ field: number }>("DELETE FROM profile_values WHERE field_id = :field");
/** Deletes the values of a field that aren't among the choices. Returns the users whose values were deleted. */
export const deleteOtherValues = statement<{ field: number; choices: string }, { user_id: UserId }>(
  `DELETE FROM profile_values WHERE field_id = :field AND value NOT IN (SELECT value FROM json_each(:choices))
   RETURNING user_id`,
);

const compact = "'[' || group_concat(json_array(user_id, field_id, value, rendered), ',') || ']'";
/** Profile values of a range of users as JSON, or null if there are none. */
export const pieceOfValues = statement<{ from: number; to: number }, { piece: string | null }>(
  `SELECT ${compact} AS piece FROM profile_values WHERE user_id BETWEEN :from AND :to`,
);
export const newestWithValues = statement<NoParams, { id: number | null }>(
  "SELECT max(user_id) AS id FROM profile_values",
);
export const someInPieces = statement<{ users: string }, { piece: string }>(
  `SELECT ${compact} AS piece FROM profile_values
   WHERE user_id IN (SELECT value FROM json_each(:users)) GROUP BY user_id / 1000`,
);
