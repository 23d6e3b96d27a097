import type { ManagedLink } from "../../../model/state.ts";

/** Maximum number of a link's places that become free again when people leave. Same as on the server. */
export const MAX_FREED = 20;

/** True if an open link seems to have free places but can admit no one else, because too many people have left. */
export function isUsedUp({
  ended_at,
  max_people,
  people,
  kept,
}: Pick<ManagedLink, "ended_at" | "max_people" | "people" | "kept">) {
  const came = people.length + kept;
  const left = people.filter(({ gone }) => gone === "left").length;
  return ended_at === null && came - left < max_people && came - MAX_FREED >= max_people;
}
