import type { Feature } from "../../../feature.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { User } from "../../organization/accounts/accounts.ts";

/** Deletes the rows that features have about a user, found by the user's id and email. */
export const deletePersonalRows = (features: readonly Feature[]) => {
  const tables = features.flatMap(({ personal = {} }) => Object.entries(personal));
  return (realm: Realm, { id, delivery_email }: User): void => {
    for (const [table, columns] of tables) {
      if (columns.user !== undefined)
        realm.sql.exec(`DELETE FROM ${table} WHERE ${columns.user} = CAST(?1 AS INTEGER)`, id);
      const { address } = columns;
      if (address === undefined) continue;
      // The place a login was attempted from follows the address, separated by a space. The databases don't allow LIKE
      // patterns as long as some addresses are.
      const of = `lower(${address}) = lower(?1) OR lower(substr(${address}, 1, length(?1) + 1)) = lower(?1) || ' '`;
      realm.sql.exec(`DELETE FROM ${table} WHERE ${of}`, delivery_email);
    }
    // Any feature may have some of the deleted data in memory.
    realm.forgetAll();
  };
};
