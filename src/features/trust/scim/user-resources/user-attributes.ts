import type { Attributes } from "../protocol/attributes.ts";

const text = (says: string) => ({ type: "string", says }) as const;
const kind = text("What kind of value it is, such as work or home.");
const primary = { type: "boolean", says: "Whether it is the one to use." } as const;
const display = text("The value as it is shown.");
const ofEnterprise = (says: string) => ({ type: "string", says, extension: true }) as const;

/** Attributes of a user. Those that are `common` to all resources, such as the id, are in no schema. */
export const userAttributes: Attributes = {
  externalId: { type: "string", says: "The directory's own id.", exact: true },
  userName: { type: "string", says: "The name of the account, by which it is found.", required: true, unique: true },
  name: {
    type: "complex",
    says: "The parts of the name.",
    sub: {
      formatted: text("The full name."),
      familyName: text("The family name."),
      givenName: text("The given name."),
      middleName: text("The middle name."),
      honorificPrefix: text("What stands before the name."),
      honorificSuffix: text("What stands after the name."),
    },
  },
  displayName: text("The name that is shown where there is no other."),
  title: text("The title or position."),
  preferredLanguage: text("The language of the account, such as de."),
  locale: text("The language of the account, where there is no preferredLanguage."),
  timezone: text("The time zone, such as Europe/Berlin."),
  active: { type: "boolean", says: "Whether the account is active." },
  emails: {
    type: "complex",
    says: "Addresses, of which the primary one, or that for work, is the account's.",
    multiple: true,
    sub: { value: text("The address."), type: kind, primary, display },
  },
  phoneNumbers: {
    type: "complex",
    says: "Telephone numbers.",
    multiple: true,
    sub: { value: text("The number."), type: kind, primary, display },
  },
  roles: {
    type: "complex",
    says: "The role: owner, administrator, moderator, member or guest.",
    multiple: true,
    sub: { value: text("The role."), type: kind, primary, display },
  },
  role: { type: "string", says: "The role.", undeclared: true },
  groups: {
    type: "complex",
    says: "The groups of the directory that the person is a direct member of.",
    multiple: true,
    readOnly: true,
    sub: {
      value: { type: "string", says: "The group's id.", readOnly: true, exact: true },
      $ref: { type: "reference", says: "The group's address.", readOnly: true },
      display: { type: "string", says: "The group's name.", readOnly: true },
      type: { type: "string", says: "direct", readOnly: true },
    },
  },
  employeeNumber: ofEnterprise("The number of the employee."),
  costCenter: ofEnterprise("The cost center."),
  organization: ofEnterprise("The organization."),
  division: ofEnterprise("The division."),
  department: ofEnterprise("The department."),
  manager: {
    type: "complex",
    says: "The manager.",
    extension: true,
    sub: {
      value: { type: "string", says: "The manager's id.", exact: true },
      $ref: { type: "reference", says: "The manager's address." },
      displayName: text("The manager's name."),
    },
  },
};
