import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parse, TomlError } from "smol-toml";
import * as v from "valibot";
import { nearest } from "../os/command.ts";
import { Failure } from "../os/failure.ts";
import { isReadByOthers } from "../settings/settings-file.ts";
import { FilterFault, filterBytes } from "./ldap/filter.ts";

const text = v.pipe(v.string("takes a text in quotes"), v.trim(), v.nonEmpty("can't be empty"));
/** Attributes that an account's field is read from. The first one with a value is used. */
const from = v.pipe(
  v.union([text, v.array(text)], 'takes the name of an attribute in quotes, or a list such as ["mail"]'),
  v.transform((names) => [names].flat()),
);

/** A URL with one of the given schemes. */
const address = (example: string, ...schemes: string[]) =>
  v.pipe(
    text,
    v.check(
      (written) => URL.canParse(written) && schemes.includes(new URL(written).protocol),
      `takes an address such as ${example}`,
    ),
    v.transform((written) => new URL(written)),
  );

const filter = v.pipe(
  text,
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      return filterBytes(dataset.value);
    } catch (error) {
      if (!(error instanceof FilterFault)) throw error;
      addIssue({ message: `is no filter of LDAP: ${error.message}` });
      return NEVER;
    }
  }),
);

const intBetween = (least: number, most: number) => {
  const says = `takes a whole number from ${least} to ${most}`;
  return v.pipe(v.number(says), v.integer(says), v.minValue(least, says), v.maxValue(most, says));
};

/** Marks members as DNs of entries, rather than values of an attribute such as `uid`. */
export const BY_DN = "dn";

/** Attributes of a person that are only read if a setting names them. */
export const FURTHER = [
  ...["title", "phone", "department", "division", "organization", "cost_center", "employee_number", "manager"],
  ...["language", "time_zone"],
] as const;

/** Default settings by directory kind. */
const USUAL = {
  openldap: {
    users: {
      filter: "(objectClass=inetOrgPerson)",
      // The time that means "locked forever". Other times are temporary locks after wrong passwords.
      disabled: "(pwdAccountLockedTime=000001010000Z)",
      ...{ id: "entryUUID", user_name: ["mail"], email: ["mail"], name: ["displayName", "cn"] },
    },
    groups: { filter: "(objectClass=groupOfNames)", id: "entryUUID" },
  },
  "active-directory": {
    users: {
      filter: "(&(objectCategory=person)(objectClass=user))",
      // The bit "ACCOUNTDISABLE", with the matching rule for bitwise AND.
      disabled: "(userAccountControl:1.2.840.113556.1.4.803:=2)",
      ...{ id: "objectGUID", user_name: ["userPrincipalName"], email: ["mail", "userPrincipalName"] },
      name: ["displayName", "cn"],
    },
    groups: { filter: "(objectClass=group)", id: "objectGUID" },
  },
};
type DirectoryServerKind = keyof typeof USUAL;

const schemaOf = ({ users, groups }: (typeof USUAL)[DirectoryServerKind]) =>
  v.strictObject({
    kind: v.picklist(["openldap", "active-directory"], 'takes "openldap" or "active-directory"'),
    parley: v.strictObject({
      address: address("https://chat.example.org/scim/v2", "https:", "http:"),
      token: v.optional(text),
      token_file: v.optional(text),
    }),
    ldap: v.strictObject({
      url: address("ldaps://ldap.example.org", "ldaps:", "ldap:"),
      start_tls: v.optional(v.boolean("takes true or false"), false),
      ca_file: v.optional(text),
      bind_dn: v.optional(text),
      password: v.optional(text),
      password_file: v.optional(text),
      page_size: v.optional(intBetween(1, 10_000), 500),
      timeout_seconds: v.optional(intBetween(1, 3600), 60),
    }),
    users: v.strictObject({
      base: text,
      filter: v.optional(filter, users.filter),
      disabled: v.optional(filter, users.disabled),
      id: v.optional(text, users.id),
      user_name: v.optional(from, users.user_name),
      email: v.optional(from, users.email),
      name: v.optional(from, users.name),
      ...v.entriesFromList(FURTHER, v.optional(from)),
    }),
    groups: v.optional(
      v.strictObject({
        base: text,
        filter: v.optional(filter, groups.filter),
        id: v.optional(text, groups.id),
        name: v.optional(from, ["cn"]),
        member: v.optional(text, "member"),
        /** Kind of values in `member`: DNs of entries, or values of an attribute of people. */
        member_is: v.optional(text, BY_DN),
      }),
    ),
  });
type ParsedSettings = v.InferOutput<ReturnType<typeof schemaOf>>;

export function readSettings(path: string, environment: NodeJS.ProcessEnv) {
  const { faults, written, folder } = readFile(path);
  const secret = (of: "parley" | "ldap", name: "token" | "password", variable: string): string | undefined => {
    const table = written?.[of] as Readonly<Record<string, unknown>> | undefined;
    const [value, file] = [table?.[name], table?.[`${name}_file`]];
    if (environment[variable]) return environment[variable].trim();
    if (typeof value === "string") return value;
    if (typeof file !== "string") return undefined;
    return contentOf(resolve(folder, file), (why) => faults.push(`${path}: ${of}.${name}_file ${why}`))?.trim();
  };
  const token = secret("parley", "token", "PARLEY_SCIM_TOKEN");
  const password = secret("ldap", "password", "PARLEY_LDAP_PASSWORD");
  const authorities =
    written?.ldap.ca_file === undefined
      ? undefined
      : contentOf(resolve(folder, written.ldap.ca_file), (why) => faults.push(`${path}: ldap.ca_file ${why}`));
  if (written !== undefined)
    faults.push(...contradictionsIn(written, { token, password }).map((of) => `${path}: ${of}`));
  if (faults.length > 0 || written === undefined || token === undefined)
    throw new Failure(faults.join("\ndirectory sync: "), 2);
  const { parley, ldap, users, groups } = written;
  const hasSecrets = parley.token !== undefined || ldap.password !== undefined;
  return {
    scim: { address: parley.address, token },
    ldap: {
      url: ldap.url,
      startsTls: ldap.start_tls,
      authorities,
      timeoutMs: ldap.timeout_seconds * 1000,
      pageSize: ldap.page_size,
      account: ldap.bind_dn === undefined ? undefined : { dn: ldap.bind_dn, password: password ?? "" },
    },
    users,
    groups,
    warning:
      hasSecrets && isReadByOthers(path)
        ? `other users of this machine can read ${path}, which has secrets: chmod 600 ${path}`
        : undefined,
  };
}
export type DirectorySettings = ReturnType<typeof readSettings>;

function readFile(path: string): { faults: string[]; written: ParsedSettings | undefined; folder: string } {
  const folder = dirname(resolve(path));
  const faults: string[] = [];
  const content = contentOf(path, (why) => faults.push(`${path} ${why}`));
  if (content === undefined) return { faults, written: undefined, folder };
  try {
    const table = parse(content);
    const read = v.safeParse(
      schemaOf(table["kind"] === "active-directory" ? USUAL["active-directory"] : USUAL.openldap),
      table,
    );
    if (read.success) return { faults, written: read.output, folder };
    return { faults: read.issues.map((issue) => `${path}: ${faultOf(issue)}`), written: undefined, folder };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    return { faults: [`${path}:${error.line}: ${error.message.split("\n")[0]}`], written: undefined, folder };
  }
}

function contentOf(path: string, tell: (why: string) => void): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    tell(`can't be read: ${(error as Error).message}`);
    return undefined;
  }
}

const { entries } = schemaOf(USUAL.openldap);
const KEYS = {
  "": Object.keys(entries),
  parley: Object.keys(entries.parley.entries),
  ldap: Object.keys(entries.ldap.entries),
  users: Object.keys(entries.users.entries),
  groups: Object.keys(entries.groups.wrapped.entries),
};

function faultOf({ path, type, expected, message, input }: v.BaseIssue<unknown>): string {
  const keys = (path ?? []).map(({ key }) => String(key));
  const name = keys.join(".");
  if (input === undefined) return `${name} is missing`;
  if (type !== "strict_object") return `${name} ${message}`;
  if (expected !== "never") return `${name} takes a table: [${name}]`;
  const known = Object.entries(KEYS).find(([table]) => table === keys.slice(0, -1).join("."))?.[1] ?? [];
  const meant = nearest(keys.at(-1) ?? "", known);
  return `${name} isn't a setting${meant === undefined ? "" : `: is it ${[...keys.slice(0, -1), meant].join(".")}?`}`;
}

const isThisMachine = (host: string) => /^(?:(?:.+\.)?localhost|127\.[\d.]+|\[::1\])$/.test(host);

/** Returns a description of each contradiction, with how to fix it. */
function contradictionsIn(
  { parley, ldap }: ParsedSettings,
  { token, password }: Readonly<Record<"token" | "password", string | undefined>>,
): string[] {
  const found: string[] = [];
  if (!token) found.push("parley.token_file is missing (or PARLEY_SCIM_TOKEN in the environment)");
  if (parley.address.protocol === "http:" && !isThisMachine(parley.address.hostname))
    found.push(`parley.address would send the token in clear: set it to https://${parley.address.host}/scim/v2`);
  if (ldap.bind_dn !== undefined && !password)
    found.push("ldap.password_file is missing (or PARLEY_LDAP_PASSWORD in the environment)");
  if (ldap.url.protocol === "ldap:" && !ldap.start_tls && !isThisMachine(ldap.url.hostname))
    found.push(`ldap.url would send everything in clear: set it to ldaps://${ldap.url.host}, or start_tls to true`);
  if (ldap.url.protocol === "ldaps:" && ldap.start_tls)
    found.push("ldap.start_tls is for an address with ldap://: ldaps:// is encrypted from the beginning");
  return found;
}
