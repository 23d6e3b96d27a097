import { join } from "node:path";
import { root } from "../../support/launch.ts";

/** The attributes of an entry, each with its values. */
export type Attributes = Readonly<Record<string, string | readonly string[]>>;

/** A directory whose entries tests can change. */
export interface Tree {
  readonly url: string;
  readonly secureUrl: string;
  add(dn: string, attributes: Attributes): Promise<void> | void;
  /** Replaces the values of attributes. An empty list removes an attribute. */
  set(dn: string, attributes: Attributes): Promise<void> | void;
  /** Changes the first part of an entry's name, and moves it if `below` is given. */
  rename(dn: string, part: string, below?: string): Promise<void> | void;
  remove(dn: string): Promise<void> | void;
}

export const BASE = "dc=example,dc=org";
export const PEOPLE = `ou=people,${BASE}`;
export const GROUPS = `ou=groups,${BASE}`;
/** An account that can read everything. */
export const READER = { dn: `cn=parley,${BASE}`, password: "secret of the reader" };

const certificates = join(root, "test/mail/certificates");
/** A certificate for `localhost`, issued by the tests' own authority. */
export const CERTIFICATE = {
  authority: join(certificates, "ca.pem"),
  certificate: join(certificates, "fitting.pem"),
  key: join(certificates, "fitting.key"),
};

/** Initial entries of a tree. */
export const FIRST: readonly (readonly [dn: string, attributes: Attributes])[] = [
  [BASE, { objectClass: ["dcObject", "organization"], dc: "example", o: "Example" }],
  [PEOPLE, { objectClass: "organizationalUnit", ou: "people" }],
  [`ou=left,${BASE}`, { objectClass: "organizationalUnit", ou: "left" }],
  [GROUPS, { objectClass: "organizationalUnit", ou: "groups" }],
  [
    READER.dn,
    {
      objectClass: ["organizationalRole", "simpleSecurityObject"],
      cn: "parley",
      userPassword: READER.password,
    },
  ],
];

export const dnOf = (uid: string, below = PEOPLE) => `uid=${uid},${below}`;

/** Returns the attributes of a user, such as `person("ann", "Ann", "Lee")`. */
export const person = (uid: string, givenName: string, sn: string): Attributes => ({
  objectClass: "inetOrgPerson",
  uid,
  cn: `${givenName} ${sn}`,
  sn,
  givenName,
  mail: `${uid}@example.org`,
});

export const group = (cn: string, ...members: string[]): Attributes => ({
  objectClass: "groupOfNames",
  cn,
  // A group of this class must have at least one member.
  member: members.length > 0 ? members : [READER.dn],
});
