import type { GroupChange, Plan, UserChange } from "./plan.ts";

const WIDTH = 12;
const line = (what: string, whom: string, more: string) => `${what.padEnd(WIDTH)}  ${whom}${more}`;

export function describeUser(change: UserChange): string {
  if (change.kind === "gone") return line("deactivate", change.userName, " (not in the directory)");
  const { userName, name } = change.person;
  if (change.kind === "add") return line("add", userName, name === undefined ? "" : ` (${name})`);
  const others = change.fields.filter((field) => field !== "active" && field !== "externalId");
  return line(change.kind, userName, others.length > 0 ? `: ${others.join(", ")}` : "");
}

export function describeGroup(change: GroupChange): string {
  switch (change.kind) {
    case "remove":
      return line("remove group", change.name, "");
    case "rename":
      return line("rename group", change.name, ` to ${change.group.name}`);
    case "members": {
      const { id, group, add, remove } = change;
      const counts = [`${add.length} in`, ...(remove.length > 0 ? [`${remove.length} out`] : [])].join(", ");
      return line(id === undefined ? "add group" : "change group", group.name, `: ${counts}`);
    }
    default:
      return change satisfies never;
  }
}

const SUMMED = [
  ["add", ["add"]],
  ["change", ["change", "link"]],
  ["reactivate", ["activate"]],
  ["deactivate", ["deactivate", "gone"]],
] as const;

export function describePlan({ users, groups }: Plan): string {
  const counts = SUMMED.flatMap(([verb, kinds]) => {
    const count = users.filter(({ kind }) => kinds.some((one) => one === kind)).length;
    return count === 0 ? [] : [`${verb} ${count}`];
  });
  const people = counts.length > 0 ? [`${counts.join(", ")} of the people`] : [];
  const parts = [...people, ...(groups.length > 0 ? [`${groups.length} changes of groups`] : [])];
  return parts.length === 0 ? "nothing to change" : parts.join("; ");
}
