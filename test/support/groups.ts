import type { Json, Person } from "./person.ts";

export async function groupIds(who: Person): Promise<Readonly<Record<string, number>>> {
  const { user_groups } = await who.ok(who.get("/user_groups"));
  return Object.fromEntries(user_groups.map(({ name, id }: Json) => [name, id]));
}
