import { noNames, renderInline } from "../../../markup/index.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { cachedPieces, forgetPieceOf, type Pieces } from "../../../realm/cached-pieces.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import { findUser, type User } from "../accounts/accounts.ts";
import { userAudience } from "../accounts/audience.ts";
import type { ProfileEntry } from "../accounts/hooks.ts";
import { pictureNamed } from "../emoji/custom-emoji.ts";
import { linkifiersOf } from "../linkifiers/linkifiers.ts";
import { valueChanged } from "./events.ts";
import { isMarkup } from "./field-types.ts";
import { checkValue, isEmpty, type SentValue } from "./field-value.ts";
import type { FieldRow } from "./rows.ts";
import * as rows from "./rows.ts";

/** Writes a user's value of a field, and emits it if it changed. */
export function writeValue(realm: Realm, user: User, field: FieldRow, sent: SentValue): void {
  if (isEmpty(sent)) {
    clearValue(realm, user, field);
    return;
  }
  const value = checkValue(realm, field, sent);
  if (rows.currentValue.first(realm.sql, { user: user.id, field: field.id })?.value === value) return;
  const rendered = isMarkup(field.type) ? renderValue(realm, value) : null;
  rows.putValue.run(realm.sql, { user: user.id, field: field.id, value, rendered });
  emitValue(realm, user, { id: field.id, value, ...(rendered === null ? {} : { rendered_value: rendered }) });
}

/** Writes a user's value of a field. Records a change by someone else in the audit log. */
export function writeValueByOther(realm: Realm, user: User, field: FieldRow, sent: SentValue): void {
  const present = () => rows.currentValue.first(realm.sql, { user: user.id, field: field.id })?.value ?? null;
  const before = present();
  writeValue(realm, user, field, sent);
  const after = present();
  if (after === before || realm.caller?.actor?.user_id === user.id) return;
  const details = { name: field.name, before, after };
  audit(realm, "user.profile_changed_by_other", { of: accountEntity(user), details });
}

export function clearValue(realm: Realm, user: User, field: Pick<FieldRow, "id">): void {
  if (rows.currentValue.first(realm.sql, { user: user.id, field: field.id }) === undefined) return;
  rows.deleteValue.run(realm.sql, { user: user.id, field: field.id });
  emitValue(realm, user, { id: field.id, value: null });
}

export function clearProfile(realm: Realm, user: User): void {
  for (const { field_id: id } of rows.valuesOfUser.all(realm.sql, { user: user.id })) clearValue(realm, user, { id });
}

/** Removes the values of a list field that are no longer among its choices. */
export function dropOtherChoices(realm: Realm, { id }: FieldRow, choices: readonly string[]): void {
  for (const { user_id } of rows.deleteOtherValues.all(realm.sql, { field: id, choices: JSON.stringify(choices) })) {
    const user = findUser(realm, user_id);
    forgetPieceOf(realm, piecesKey, user_id);
    if (user !== undefined) emitValue(realm, user, { id, value: null });
  }
}

type ValueFields = Parameters<typeof valueChanged>[0]["person"]["custom_profile_field"];

const piecesKey = cacheKey<Pieces>("profiles as JSON");

/** Removes all values of a field without events, because the field itself is being removed. */
export function dropValues(realm: Realm, field: number): void {
  rows.deleteValuesOfField.run(realm.sql, { field });
  realm.forget(piecesKey);
}

function emitValue(realm: Realm, user: User, custom_profile_field: ValueFields): void {
  forgetPieceOf(realm, piecesKey, user.id);
  realm.emit(valueChanged({ person: { user_id: user.id, custom_profile_field } }), userAudience(realm, user));
}

/** Renders a value as HTML. Markdown in profiles has linkifiers and emoji, but no mentions. */
const renderValue = (realm: Realm, text: string): string =>
  renderInline(text, {
    ...noNames,
    linkifiers: linkifiersOf(realm),
    customEmoji: (name) => pictureNamed(realm, name),
  });

export const profileEntries = (realm: Realm, user: UserId): ProfileEntry[] =>
  rows.valuesOfUser
    .all(realm.sql, { user })
    .map(({ user_id, field_id, value, rendered }): ProfileEntry => [user_id, field_id, value, rendered]);

/** Returns the profile values of the given users, or of all users if undefined, as chunks of JSON. */
export function profilePieces(realm: Realm, users: readonly number[] | undefined): string[] {
  if (users !== undefined) {
    return rows.someInPieces.all(realm.sql, { users: JSON.stringify(users) }).map(({ piece }) => piece);
  }
  return cachedPieces(realm, piecesKey, {
    newest: rows.newestWithValues.one(realm.sql, {}).id ?? 0,
    read: (range) => rows.pieceOfValues.one(realm.sql, range).piece,
  });
}
