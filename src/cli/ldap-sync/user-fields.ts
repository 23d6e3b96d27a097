import type { Person } from "./read-directory.ts";
import type { Resource } from "./scim-client.ts";

const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

export function userResource({ externalId, userName, email, name, active, further }: Person): Resource {
  const { title, phone, language, time_zone, manager, ...work } = further;
  const { department, division, organization, cost_center, employee_number } = work;
  return {
    schemas: [USER, ENTERPRISE],
    ...{ externalId, userName, active, title, preferredLanguage: language, timezone: time_zone },
    ...(name !== undefined && { name: { formatted: name } }),
    emails: [{ value: email, type: "work", primary: true }],
    ...(phone !== undefined && { phoneNumbers: [{ value: phone, type: "work" }] }),
    [ENTERPRISE]: {
      ...{ department, division, organization, costCenter: cost_center, employeeNumber: employee_number },
      ...(manager !== undefined && { manager: { value: manager } }),
    },
  };
}

const first = (values: unknown): Resource => (Array.isArray(values) ? (values[0] as Resource) : {}) ?? {};

const READ: Readonly<Record<string, (user: Resource) => unknown>> = {
  externalId: (user) => user["externalId"],
  userName: (user) => user["userName"],
  email: (user) => first(user["emails"])["value"],
  name: (user) => (user["name"] as Resource | undefined)?.["formatted"],
  active: (user) => user["active"],
  title: (user) => user["title"],
  phone: (user) => first(user["phoneNumbers"])["value"],
  language: (user) => user["preferredLanguage"],
  time_zone: (user) => user["timezone"],
  ...Object.fromEntries(
    ["department", "division", "organization", "costCenter", "employeeNumber"].map((name) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      (user: Resource) => (user[ENTERPRISE] as Resource | undefined)?.[name],
    ]),
  ),
  manager: (user) => ((user[ENTERPRISE] as Resource | undefined)?.["manager"] as Resource | undefined)?.["value"],
};

/** Account names can't contain characters that would be read as a mention, nor be longer than 100 characters. */
const plainName = (name: unknown): string =>
  [...String(name).replace(/[*"`>@\p{Cc}\s]+/gu, " ")].slice(0, 100).join("").trim();

/** Returns the names of the fields that differ between a person and the server's user. */
export function differences(person: Person, user: Resource): string[] {
  const { further, ...own } = person;
  const wanted: Readonly<Record<string, unknown>> = { ...own, ...further };
  return Object.keys(READ).filter((field) => {
    const [is, should] = [READ[field]?.(user) ?? "", wanted[field] ?? ""];
    if (field === "name") return should !== "" && plainName(is) !== plainName(should);
    if (field === "email") return String(is).toLowerCase() !== String(should).toLowerCase();
    return is !== should;
  });
}

/** Strings that identify an account which isn't linked yet. */
export const loginNames = (user: Resource): string[] =>
  [READ["userName"]?.(user), READ["email"]?.(user)].flatMap((name) =>
    typeof name === "string" ? [name.toLowerCase()] : [],
  );
