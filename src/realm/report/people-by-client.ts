import { type TestedAge, type TestedClient, testedAge } from "../../protocol/tested-clients.ts";
import { entryOf } from "../../util/collections.ts";
import type { Realm } from "../realm.ts";

type PeopleByAge = Readonly<Record<TestedAge, number>>;

/** People with an event queue of a client that tests play, by client and by how its version stands to the tested one. */
export function peopleByClient(realm: Realm): ReadonlyMap<TestedClient, PeopleByAge> {
  const people = new Map<TestedClient, Record<TestedAge, Set<number>>>();
  for (const { client, user_id } of realm.queues.all()) {
    const found = testedAge(client.name, client.version);
    if (found === undefined) continue;
    const ages = entryOf(people, found.client, () => ({ older: new Set(), tested: new Set(), newer: new Set() }));
    ages[found.age].add(user_id);
  }
  return new Map(
    [...people].map(([client, { older, tested, newer }]) => [
      client,
      { older: older.size, tested: tested.size, newer: newer.size },
    ]),
  );
}
