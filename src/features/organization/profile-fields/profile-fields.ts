import { badRequest, raise } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { everyone } from "../../../realm/events/event.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { pick } from "../../../util/records.ts";
import { auditOrganization } from "../../trust/audit-log/audit.ts";
import { fieldsChanged } from "./events.ts";
import { checkFieldData, choicesOf, knownAccount } from "./field-data.ts";
import { FieldType, fitsSummary } from "./field-types.ts";
import { dropOtherChoices, dropValues } from "./profile-values.ts";
import { allFields, deleteField, type FieldRow, insertField, setField, setOrder, type WrittenField } from "./rows.ts";

const MAX_IN_SUMMARY = 2;
const key = cacheKey<readonly FieldRow[]>("profile fields");

const listFieldRows = (realm: Realm): readonly FieldRow[] => realm.cached(key, () => allFields.all(realm.sql, {}));

export const accessField = (realm: Realm, id: number): FieldRow =>
  listFieldRows(realm).find((known) => known.id === id) ?? raise(badRequest(`Field id ${id} not found.`));

/** Returns fields as sent to clients. `display_in_profile_summary` is omitted if false (users-groups-org.md 6). */
export const fieldObjects = (realm: Realm) =>
  listFieldRows(realm).map((field) => ({
    id: field.id,
    type: field.type,
    order: field.position,
    name: field.name,
    hint: field.hint,
    field_data: field.field_data,
    required: field.required === 1,
    editable_by_user: field.editable_by_user === 1,
    use_for_user_matching: field.use_for_user_matching === 1,
    ...(field.in_summary === 1 ? { display_in_profile_summary: true } : {}),
  }));

interface FieldSettings extends Omit<WrittenField, "field_data"> {
  /** The value sent by the client, or undefined if there was none. */
  readonly field_data: unknown;
}

type Changes = { readonly [Name in keyof FieldSettings]: FieldSettings[Name] | undefined };

export function addField(realm: Realm, type: FieldType, settings: FieldSettings): number {
  if (listFieldRows(realm).length >= limits.organization.profile_fields)
    throw badRequest("Too many custom profile fields.");
  const field_data = checkFieldData(type, settings.field_data);
  const { name = settings.name, hint = settings.hint } = knownAccount(type, field_data) ?? {};
  const field = { ...settings, type, name, hint, field_data };
  checkField(realm, field);
  const details = { what: "added", name, after: auditedSettings(field) };
  auditOrganization(realm, "organization.profile_field_changed", details);
  const { id } = insertField.one(realm.sql, field);
  emitFields(realm);
  return id;
}

export function changeField(realm: Realm, field: FieldRow, changes: Changes): void {
  const { id, type } = field;
  const field_data = changes.field_data === undefined ? field.field_data : checkFieldData(type, changes.field_data);
  const changed = {
    id,
    type,
    name: changes.name ?? field.name,
    hint: changes.hint ?? field.hint,
    field_data,
    in_summary: changes.in_summary ?? field.in_summary === 1,
    use_for_user_matching: changes.use_for_user_matching ?? field.use_for_user_matching === 1,
    required: changes.required ?? field.required === 1,
    editable_by_user: changes.editable_by_user ?? field.editable_by_user === 1,
  };
  const isFixed = knownAccount(type, field.field_data) !== undefined;
  if (isFixed && (changed.name !== field.name || changed.hint !== field.hint || field_data !== field.field_data)) {
    throw badRequest("Default custom field cannot be updated.");
  }
  checkField(realm, changed);
  auditChange(realm, field, changed);
  setField.run(realm.sql, changed);
  emitFields(realm);
  if (type === FieldType.select) dropOtherChoices(realm, field, Object.keys(choicesOf(field_data)));
}

/** A field's settings, except for its name. `field_data` is last, because audit log entries truncate long values. */
const auditedSettings = (field: WrittenField) =>
  pick(field, ["hint", "in_summary", "required", "editable_by_user", "use_for_user_matching", "field_data"]);

/** Records which settings of a field changed, if any did. */
function auditChange(realm: Realm, field: FieldRow, changed: WrittenField): void {
  const before = {
    name: field.name,
    ...auditedSettings({
      ...field,
      in_summary: field.in_summary === 1,
      required: field.required === 1,
      editable_by_user: field.editable_by_user === 1,
      use_for_user_matching: field.use_for_user_matching === 1,
    }),
  };
  const after = { name: changed.name, ...auditedSettings(changed) };
  const names = (Object.keys(after) as (keyof typeof after)[]).filter((name) => before[name] !== after[name]);
  if (names.length === 0) return;
  const changedOf = (settings: typeof after) => Object.fromEntries(names.map((name) => [name, settings[name]]));
  const details = { what: "changed", name: field.name, before: changedOf(before), after: changedOf(after) };
  auditOrganization(realm, "organization.profile_field_changed", details);
}

/** Removes a field with all its values. No events are sent for the values, because clients drop them themselves. */
export function removeField(realm: Realm, { id, name }: FieldRow): void {
  auditOrganization(realm, "organization.profile_field_changed", { what: "removed", name });
  deleteField.run(realm.sql, { id });
  dropValues(realm, id);
  emitFields(realm);
}

export function orderFields(realm: Realm, ids: readonly number[]): void {
  const sorted = (list: readonly number[]) => [...list].sort((a, b) => a - b).join();
  if (sorted(ids) !== sorted(listFieldRows(realm).map(({ id }) => id))) throw badRequest("Invalid order mapping.");
  auditOrganization(realm, "organization.profile_field_changed", { what: "ordered" });
  setOrder.run(realm.sql, { ids: JSON.stringify(ids) });
  emitFields(realm);
}

interface FieldToCheck {
  readonly id?: number;
  readonly type: FieldType;
  readonly name: string;
  readonly in_summary: boolean;
}

function checkField(realm: Realm, { id, type, name, in_summary }: FieldToCheck): void {
  if (name === "") throw badRequest("Label cannot be blank.");
  const others = listFieldRows(realm).filter((field) => field.id !== id);
  if (others.some((field) => field.name.toLowerCase() === name.toLowerCase())) {
    throw badRequest("A field with that label already exists.");
  }
  if (!in_summary) return;
  if (!fitsSummary(type)) throw badRequest("Field type not supported for display in profile summary.");
  if (others.filter((field) => field.in_summary === 1).length >= MAX_IN_SUMMARY) {
    throw badRequest("Only 2 custom profile fields can be displayed in the profile summary.");
  }
}

function emitFields(realm: Realm): void {
  realm.forget(key);
  realm.emit(fieldsChanged({ fields: fieldObjects(realm) }), everyone);
}
