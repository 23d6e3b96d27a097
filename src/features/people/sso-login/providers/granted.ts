import type { ClaimRules, GivenRole } from "../../../../config/login-providers.ts";
import { givenRoles } from "../../../../config/login-providers.ts";
import type { Granted } from "../attempt.ts";

type Claims = Readonly<Record<string, unknown>>;

/** Maximum number of values read from one claim. */
const MAX_VALUES = 1000;

const namesIn = ({ role_claim, role_rules, group_claim, group_rules }: ClaimRules): string[] => [
  ...(role_rules.length > 0 ? [role_claim] : []),
  ...(group_rules.length > 0 ? [group_claim] : []),
];

export const lacksClaims = (rules: ClaimRules | null, claims: Claims): boolean =>
  rules !== null && namesIn(rules).some((name) => name !== "" && claimAt(claims, name) === undefined);

/** Returns the role and groups that rules grant for these claims, or undefined if they grant neither. */
export function grantedBy(rules: ClaimRules | null, claims: Claims): Granted | undefined {
  if (rules === null) return undefined;
  const { role_claim, role_rules, group_claim, group_rules } = rules;
  const roles = role_rules.length === 0 ? undefined : claimValues(claims, role_claim);
  const groups = group_rules.length === 0 ? undefined : claimValues(claims, group_claim);
  const role = roles && (highestOf(role_rules, roles) ?? rules.role_otherwise);
  return {
    ...(role !== undefined && role !== "unchanged" && { role }),
    ...(groups !== undefined && {
      groups: [...new Set(group_rules.filter(({ value }) => groups.has(value)).map(({ group_id }) => group_id))],
    }),
  };
}

const highestOf = (rules: ClaimRules["role_rules"], values: ReadonlySet<string>): GivenRole | undefined =>
  givenRoles.find((role) => rules.some((rule) => rule.role === role && values.has(rule.value)));

/**
 * Returns the values of a claim. Returns an empty set if the claim is missing, and undefined if none is configured or
 * if the service left the claim out of the token.
 */
function claimValues(claims: Claims, name: string): ReadonlySet<string> | undefined {
  if (name === "") return undefined;
  const value = claimAt(claims, name);
  if (value === undefined && isLeftOut(claims, name)) return undefined;
  const list: readonly unknown[] = Array.isArray(value) ? value.slice(0, MAX_VALUES) : [value];
  return new Set(list.flatMap((one) => (typeof one === "string" || typeof one === "number" ? [String(one)] : [])));
}

/** Returns a claim by its full name, which can contain dots, or otherwise by a dotted path. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name] ?? undefined;
  const step = (within: unknown, part: string) =>
    isObject(within) && Object.hasOwn(within, part) ? within[part] : undefined;
  return name.split(".").reduce<unknown>(step, claims) ?? undefined;
}

/** True if the service marks a claim as too long for the token, as Microsoft's does for more than 200 groups. */
const isLeftOut = (claims: Claims, name: string): boolean =>
  (isObject(claims["_claim_names"]) && Object.hasOwn(claims["_claim_names"], name)) || claims["hasgroups"] === true;

const isObject = (value: unknown): value is Claims => typeof value === "object" && value !== null;
