import * as fc from "fast-check";
import type { Json } from "../../support/json.ts";
import type { Model, Permission } from "./model.ts";
import { one } from "./operation.ts";
import { mayBeGivenToGuests, type Scope } from "./rules.ts";
import type { World } from "./world.ts";

const ROLES = ["nobody", "owners", "administrators", "moderators", "fullmembers", "members", "everyone", "internet"];

/** A random group-setting value: a role's group, another group, or some people and groups. */
export const permission = fc.oneof(
  fc.record({ role: fc.constantFrom(...ROLES) }),
  fc.record({ role: fc.constantFrom("nobody", "members", "everyone") }),
  fc.record({ group: one }),
  fc.record({ people: fc.array(one, { minLength: 1, maxLength: 2 }), groups: fc.array(one, { maxLength: 1 }) }),
);
type Drawn = typeof permission extends fc.Arbitrary<infer T> ? T : never;

/** Returns the value in the format that the server returns (users-groups-org.md 2). */
export function drawPermission(world: World, drawn: Drawn): Permission {
  const { model } = world;
  if ("role" in drawn) return model.systemGroup(drawn.role);
  const active = model.groups.filter(({ isActive }) => isActive);
  const groupAt = (n: number) => active[n % Math.max(1, active.length)]?.id;
  if ("group" in drawn) return groupAt(drawn.group) ?? model.systemGroup("nobody");
  const groups = drawn.groups.map(groupAt).filter((id) => id !== undefined);
  return {
    direct_members: sorted(drawn.people.map((n) => world.anybody(n).id)),
    direct_subgroups: sorted(groups),
  };
}

const sorted = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b);

/** True if this value is valid for the permission. */
export function isAllowedValue(model: Model, scope: Scope, name: string, value: Permission): boolean {
  const named = typeof value === "number" ? [value] : value.direct_subgroups;
  if (named.includes(model.systemGroup("internet"))) return false;
  if (typeof value !== "number") return true;
  if (value === model.systemGroup("everyone")) return mayBeGivenToGuests(scope, name);
  if (value === model.systemGroup("nobody")) return name !== "can_manage_all_groups";
  if (value === model.systemGroup("owners")) return name !== "can_mention_group";
  return true;
}

export const permissionsOf = (channel: Json) =>
  Object.fromEntries(Object.entries<Json>(channel).filter(([name]) => /^can_.*_group$/.test(name)));
