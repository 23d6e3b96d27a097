import type { Json, Person } from "../../../support/person.ts";

/** Returns all entries, oldest first, with the checkpoint after the last one. */
export async function all(owner: Person): Promise<Json> {
  const entries: Json[] = [];
  for (;;) {
    const page = await owner.ok(owner.get("/audit_log", { after_id: entries.length, limit: 1000 }));
    entries.push(...page.entries);
    if (page.found_newest) return { ...page, entries };
  }
}
