import { noNames, renderInline } from "../../../markup/index.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { pictureNamed } from "../emoji/custom-emoji.ts";
import { linkifiersOf } from "../linkifiers/linkifiers.ts";
import { userAudience } from "../users/audience.ts";
import type { ProfileEntry } from "../users/hooks.ts";
import { findUser, type User } from "../users/users.ts";
import { valueChanged } from "./events.ts";
import { isMarkup } from "./field-types.ts";
import { checkValue, isEmpty, type SentValue } from "./field-value.ts";
import {
  allInPieces,
  currentValue,
  deleteOtherValues,
  deleteValue,
  type FieldRow,
  putValue,
  someInPieces,
  valuesOfUser,
} from "./rows.ts";

/** Writes what somebody puts into a field, and tells it where it is new. */
export function writeValue(realm: Realm, user: User, field: FieldRow, sent: SentValue): void {
  if (isEmpty(sent)) {
    clearValue(realm, user, field);
    return;
  }
  const value = checkValue(realm, field, sent);
  if (currentValue.first(realm.sql, { user: user.id, field: field.id })?.value === value) return;
  const rendered = isMarkup(field.type) ? rendering(realm, value) : null;
  putValue.run(realm.sql, { user: user.id, field: field.id, value, rendered });
  tell(realm, user, { id: field.id, value, ...(rendered === null ? {} : { rendered_value: rendered }) });
}

export function clearValue(realm: Realm, user: User, field: FieldRow): void {
  if (currentValue.first(realm.sql, { user: user.id, field: field.id }) === undefined) return;
  deleteValue.run(realm.sql, { user: user.id, field: field.id });
  tell(realm, user, { id: field.id, value: null });
}

/** Takes away what people have chosen that is no choice any more. */
export function dropOtherChoices(realm: Realm, { id }: FieldRow, choices: readonly string[]): void {
  for (const { user_id } of deleteOtherValues.all(realm.sql, { field: id, choices: JSON.stringify(choices) })) {
    const user = findUser(realm, user_id);
    if (user !== undefined) tell(realm, user, { id, value: null });
  }
}

interface Told {
  readonly id: number;
  readonly value: string | null;
  readonly rendered_value?: string;
}

const tell = (realm: Realm, user: User, custom_profile_field: Told) =>
  realm.emit(valueChanged({ person: { user_id: user.id, custom_profile_field } }), userAudience(realm, user));

/** Nobody is named in a profile: it has linkifiers and emoji alone. */
const rendering = (realm: Realm, text: string): string =>
  renderInline(text, {
    ...noNames,
    linkifiers: linkifiersOf(realm),
    customEmoji: (name) => pictureNamed(realm, name),
  });

export const profileEntries = (realm: Realm, user: UserId): ProfileEntry[] =>
  valuesOfUser
    .all(realm.sql, { user })
    .map(({ user_id, field_id, value, rendered }): ProfileEntry => [user_id, field_id, value, rendered]);

export function profilePieces(realm: Realm, users: readonly number[] | undefined): string[] {
  const rows =
    users === undefined
      ? allInPieces.all(realm.sql, {})
      : someInPieces.all(realm.sql, { users: JSON.stringify(users) });
  return rows.map(({ piece }) => piece);
}
