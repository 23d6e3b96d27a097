import { type Approval, approvals } from "../../../protocol/actor.ts";

/** Rules of a grant that its user can change without consenting again. */
export interface Rules {
  readonly approval: Approval;
  readonly excluded_channels: readonly number[];
  readonly excluded_users: readonly number[];
  readonly excludes_direct: boolean;
}

export const withoutIds = (list: readonly number[], others: readonly number[]) =>
  list.filter((id) => !others.includes(id));

/** Whether the new rules let an assistant do or see more than before. */
export const loosens = (before: Rules, after: Rules): boolean =>
  approvals.indexOf(after.approval) < approvals.indexOf(before.approval) ||
  withoutIds(before.excluded_channels, after.excluded_channels).length > 0 ||
  withoutIds(before.excluded_users, after.excluded_users).length > 0 ||
  (before.excludes_direct && !after.excludes_direct);

/** Returns the changed rules for the audit log, or undefined if there are none. */
export function changesOf(before: Rules, after: Rules): Readonly<Record<string, string>> | undefined {
  const [old, present] = [detailsOf(before), detailsOf(after)];
  const changes = Object.keys(old).filter((name) => old[name] !== present[name]);
  if (changes.length === 0) return undefined;
  return Object.fromEntries(changes.map((name) => [name, `${old[name] || "-"} → ${present[name] || "-"}`]));
}

const detailsOf = ({ approval, ...rules }: Rules): Readonly<Record<string, string>> => ({
  approval,
  excluded_channels: [...rules.excluded_channels].sort((one, other) => one - other).join(" "),
  excluded_users: [...rules.excluded_users].sort((one, other) => one - other).join(" "),
  excludes_direct: String(rules.excludes_direct),
});
