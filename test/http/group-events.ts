import { groupUpdated } from "../../src/features/organization/user-groups/events.ts";
import type { Json, Person } from "../support/person.ts";

let named = 0;
/** Creates a group, which sends an event to everyone. Returns the group's name. */
export async function happen(owner: Person): Promise<string> {
  named += 1;
  const name = `group ${named}`;
  await owner.ok(owner.post("/user_groups/create", { name, description: "", members: [] }));
  return name;
}
export const namesIn = (events: Json[]) => events.map(({ group }) => group.name);
export const watch = (owner: Person, fields = {}) =>
  owner.queue({ event_types: ["user_group"], fetch_event_types: [], ...fields });
export const groupRenamed = (name = "x") => groupUpdated({ group_id: 1, data: { name }, hidden: false });
