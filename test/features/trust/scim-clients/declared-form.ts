import type { Json } from "../../../support/json.ts";

/** An attribute of a schema (RFC 7643, section 7). */
interface Attribute {
  readonly name: string;
  readonly type: string;
  readonly multiValued: boolean;
  readonly required?: boolean;
  readonly returned?: string;
  readonly canonicalValues?: readonly string[];
  readonly subAttributes?: readonly Attribute[];
}

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  reference: (value) => typeof value === "string",
  binary: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  integer: (value) => Number.isInteger(value),
  decimal: (value) => typeof value === "number",
  dateTime: (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value),
};

const text = (name: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: "string",
  multiValued: false,
  ...more,
});
const needed = (name: string): Attribute => text(name, { required: true });
const flag = (name: string): Attribute => text(name, { type: "boolean" });
const complex = (name: string, subAttributes: readonly Attribute[], more: Partial<Attribute> = {}): Attribute =>
  text(name, { type: "complex", subAttributes, ...more });
const supported = (name: string, more: readonly Attribute[] = []) =>
  complex(name, [{ ...flag("supported"), required: true }, ...more], { required: true });

/** Attributes of every resource, regardless of its schemas. */
const COMMON: readonly Attribute[] = [
  needed("id"),
  text("externalId"),
  complex("meta", [
    needed("resourceType"),
    text("created", { type: "dateTime" }),
    text("lastModified", { type: "dateTime" }),
    needed("location"),
    text("version"),
  ]),
];

const describedAttribute = (depth: number): readonly Attribute[] => [
  needed("name"),
  text("type", {
    required: true,
    canonicalValues: ["string", "boolean", "decimal", "integer", "dateTime", "binary", "reference", "complex"],
  }),
  { ...flag("multiValued"), required: true },
  needed("description"),
  flag("required"),
  text("canonicalValues", { multiValued: true }),
  flag("caseExact"),
  text("mutability", { required: true, canonicalValues: ["readOnly", "readWrite", "immutable", "writeOnly"] }),
  text("returned", { required: true, canonicalValues: ["always", "never", "default", "request"] }),
  text("uniqueness", { canonicalValues: ["none", "server", "global"] }),
  text("referenceTypes", { multiValued: true }),
  ...(depth > 0 ? [complex("subAttributes", describedAttribute(depth - 1), { multiValued: true })] : []),
];

/** Schemas of the discovery documents (RFC 7643, section 8.7.2). */
export const OF_DISCOVERY: Readonly<Record<string, readonly Attribute[]>> = {
  "urn:ietf:params:scim:schemas:core:2.0:Schema": [
    text("name"),
    text("description"),
    complex("attributes", describedAttribute(1), { multiValued: true, required: true }),
  ],
  "urn:ietf:params:scim:schemas:core:2.0:ResourceType": [
    needed("name"),
    text("description"),
    needed("endpoint"),
    needed("schema"),
    complex("schemaExtensions", [needed("schema"), { ...flag("required"), required: true }], { multiValued: true }),
  ],
  "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig": [
    text("documentationUri"),
    supported("patch"),
    supported("bulk", [
      text("maxOperations", { type: "integer", required: true }),
      text("maxPayloadSize", { type: "integer", required: true }),
    ]),
    supported("filter", [text("maxResults", { type: "integer", required: true })]),
    supported("changePassword"),
    supported("sort"),
    supported("etag"),
    complex(
      "authenticationSchemes",
      [
        text("type", {
          required: true,
          canonicalValues: ["oauth", "oauth2", "oauthbearertoken", "httpbasic", "httpdigest"],
        }),
        needed("name"),
        needed("description"),
        text("specUri"),
        text("documentationUri"),
        flag("primary"),
      ],
      { multiValued: true, required: true },
    ),
  ],
};

function faultsOfValue(value: unknown, attribute: Attribute, path: string): string[] {
  if (attribute.type === "complex") {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [`${path} is not an object`];
    return faultsOf(value as Json, attribute.subAttributes ?? [], path);
  }
  if (TYPES[attribute.type]?.(value) !== true) return [`${path} is not a ${attribute.type}: ${JSON.stringify(value)}`];
  const { canonicalValues = [] } = attribute;
  return canonicalValues.length === 0 || canonicalValues.includes(value as string) ? [] : [`${path} is ${value}`];
}

function faultsOf(value: Json, attributes: readonly Attribute[], path = ""): string[] {
  const known = new Map(attributes.map((attribute) => [attribute.name, attribute]));
  const missing = attributes.filter(({ name, required }) => required && value[name] === undefined);
  return [
    ...missing.map(({ name }) => `${path}${name} is not there`),
    ...Object.entries(value).flatMap(([name, part]) => {
      const attribute = known.get(name);
      const at = `${path}${name}`;
      if (attribute === undefined) return [`${at} is not declared`];
      if (attribute.returned === "never") return [`${at} is never to be returned`];
      if (!attribute.multiValued) return faultsOfValue(part, attribute, `${at}.`);
      if (!Array.isArray(part)) return [`${at} is not a list`];
      return part.flatMap((one, i) => faultsOfValue(one, attribute, `${at}[${i}].`));
    }),
  ];
}

/** Returns the ways in which a resource violates the schemas that it lists. */
export function faultsOfResource(resource: Json, schemas: Readonly<Record<string, readonly Attribute[]>>): string[] {
  const { schemas: named, ...rest } = resource;
  const unknown = named.filter((urn: string) => schemas[urn] === undefined);
  if (unknown.length > 0) return [`the schema ${unknown} is not declared`];
  const [core, ...extensions] = named as [string, ...string[]];
  const isDiscovery = core in OF_DISCOVERY;
  const common = isDiscovery ? COMMON.map((one) => (one.name === "id" ? text("id") : one)) : COMMON;
  const declared = schemas[core] ?? [];
  const own = new Set(declared.map(({ name }) => name));
  const parts = extensions.map((urn) => complex(urn, schemas[urn] ?? []));
  return faultsOf(rest, [...common.filter(({ name }) => !own.has(name)), ...declared, ...parts]);
}
