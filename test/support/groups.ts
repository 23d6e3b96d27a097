import type { Json, Person } from "./person.ts";

/** The ids of an organization's user groups by their names. */
export async function groupIds(who: Person): Promise<Readonly<Record<string, number>>> {
  const { user_groups } = await who.ok(who.get("/user_groups"));
  return Object.fromEntries(user_groups.map(({ name, id }: Json) => [name, id]));
}
