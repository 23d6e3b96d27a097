import type { Json, Person } from "./person.ts";

export async function groupIds(who: Person): Promise<Json> {
  const { user_groups } = await who.ok(who.get("/user_groups"));
  return Object.fromEntries(user_groups.map(({ name, id }: Json) => [name, id]));
}

/** Gives one of the organization's permissions to the members of a group. */
export const givePermission = async (by: Person, permission: string, group: string): Promise<Json> =>
  by.ok(by.patch("/realm", { [permission]: { new: (await groupIds(by))[group] } }));

export const makeGroup = async (who: Person, name: string, members: readonly Person[], more = {}): Promise<number> =>
  (
    await who.ok(
      who.post("/user_groups/create", { name, description: "", members: members.map(({ id }) => id), ...more }),
    )
  ).group_id;
