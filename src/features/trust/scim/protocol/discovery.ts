import { type Attribute, type Attributes, ENTERPRISE, GROUP, USER, type Values } from "./attributes.ts";
import { MAX_BYTES } from "./directory-call.ts";

const SCHEMAS = "urn:ietf:params:scim:schemas:core:2.0";

/** Features this server supports (RFC 7643, 5). */
export const serviceProviderConfig = (address: string): Values => ({
  schemas: [`${SCHEMAS}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: MAX_BYTES },
  filter: { supported: true, maxResults: 200 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "A token of the connection, in the Authorization header.",
      specUri: "https://www.rfc-editor.org/info/rfc6750",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: `${address}/ServiceProviderConfig` },
});

export const resourceTypes = (address: string): (Values & { readonly id: string })[] => [
  {
    schemas: [`${SCHEMAS}:ResourceType`],
    id: "User",
    name: "User",
    endpoint: "/Users",
    description: "A person's account",
    schema: USER,
    schemaExtensions: [{ schema: ENTERPRISE, required: false }],
    meta: { resourceType: "ResourceType", location: `${address}/ResourceTypes/User` },
  },
  {
    schemas: [`${SCHEMAS}:ResourceType`],
    id: "Group",
    name: "Group",
    endpoint: "/Groups",
    description: "A user group",
    schema: GROUP,
    schemaExtensions: [],
    meta: { resourceType: "ResourceType", location: `${address}/ResourceTypes/Group` },
  },
];

/** Generates the schemas from the tables that are also used to parse and show resources. */
export function schemas(address: string, users: Attributes, groups: Attributes): (Values & { readonly id: string })[] {
  const one = (id: string, [name, description]: readonly [string, string], table: Attributes, extension: boolean) => ({
    schemas: [`${SCHEMAS}:Schema`],
    id,
    name,
    description,
    attributes: declared(table, (attribute) => (attribute.extension === true) === extension),
    meta: { resourceType: "Schema", location: `${address}/Schemas/${id}` },
  });
  return [
    one(USER, ["User", "A person's account"], users, false),
    one(ENTERPRISE, ["Enterprise User", "A person in an enterprise"], users, true),
    one(GROUP, ["Group", "A user group"], groups, false),
  ];
}

const COMMON = new Set(["id", "externalId", "meta"]);

const declared = (table: Attributes, isWanted: (attribute: Attribute) => boolean): Values[] =>
  Object.entries(table)
    .filter(([name, attribute]) => !COMMON.has(name) && attribute.undeclared !== true && isWanted(attribute))
    .map(([name, attribute]) => ({
      name,
      type: attribute.type,
      multiValued: attribute.multiple === true,
      description: attribute.says,
      required: attribute.required === true,
      ...(attribute.type === "string" || attribute.type === "reference" ? { caseExact: attribute.exact === true } : {}),
      ...(attribute.type === "reference" && { referenceTypes: ["User", "Group"] }),
      mutability: attribute.readOnly ? "readOnly" : "readWrite",
      returned: "default",
      uniqueness: attribute.unique ? "server" : "none",
      ...(attribute.sub !== undefined && { subAttributes: declared(attribute.sub, () => true) }),
    }));
