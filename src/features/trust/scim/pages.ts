import * as v from "valibot";
import { type PageContext, page } from "../../../api/page.ts";
import { hashKey } from "../../../rpc/credentials.ts";
import { plainText } from "../../../util/plain-text.ts";
import { groupAttributes } from "./groups/group-attributes.ts";
import { type Fault, faultAnswer, listAnswer, readBody, refusalAnswer, scimResponse } from "./protocol/answers.ts";
import { type Attributes, nested, type Values } from "./protocol/attributes.ts";
import { resourceTypes, schemas, serviceProviderConfig } from "./protocol/discovery.ts";
import { type Projection, pathsOf, projected, shows } from "./protocol/projection.ts";
import { userAttributes } from "./user-resources/user-attributes.ts";

/** Resource types, by their path segment. */
const kinds = {
  users: { route: "/scim/users", table: userAttributes, long: "groups" },
  groups: { route: "/scim/groups", table: groupAttributes, long: "members" },
} as const;
type ResourceKind = (typeof kinds)[keyof typeof kinds];

/** Larger indexes in list requests are reduced to this. */
const MAX_INDEX = 1e12;
const MAX_ID_LENGTH = 40;
const MAX_FILTER_LENGTH = 10_000;
/** Maximum paths in `attributes` or `excludedAttributes`, which are applied to each resource of a list. */
const MAX_PATHS = 100;

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** SCIM 2.0 (RFC 7644): pages for directories. They convert between SCIM's formats and endpoints of the realm. */
export const scimPages = METHODS.map((method) => page(`${method} /scim/v2/:path+`, serve, { limited: false }));

const fault = (status: number, detail: string) => faultAnswer({ status, detail });
const notFound = () => fault(404, "There is nothing at this address.");
const wrongMethod = (...allowed: string[]) =>
  faultAnswer({ status: 405, detail: "This can't be done here.", headers: { Allow: allowed.join(", ") } });
const isOf = (method: string, ...allowed: string[]) => allowed.includes(method === "HEAD" ? "GET" : method);

async function serve(context: PageContext): Promise<Response> {
  const { request, variables } = context;
  const [first = "", id, ...more] = (variables["path"] ?? "").split("/").filter((segment) => segment !== "");
  const directory = new Directory(context);
  const name = first.toLowerCase();
  const kind = name === "users" || name === "groups" ? kinds[name] : undefined;
  if (kind === undefined || more.length > 0) return (await directory.admit()) ?? serveOther(directory, name, id);
  if (id === undefined) {
    if (isOf(request.method, "GET")) return directory.find(kind, directory.query());
    return isOf(request.method, "POST") ? directory.create(kind) : wrongMethod("GET", "POST");
  }
  if (id.length > MAX_ID_LENGTH) return (await directory.admit()) ?? notFound();
  if (id === ".search") return isOf(request.method, "POST") ? directory.search(kind) : wrongMethod("POST");
  if (isOf(request.method, "GET")) return directory.one(kind, id);
  if (isOf(request.method, "DELETE")) return directory.remove(kind, id);
  return isOf(request.method, "PUT", "PATCH")
    ? directory.change(kind, id)
    : wrongMethod("DELETE", "GET", "PATCH", "PUT");
}

/** Returns discovery resources, or errors for unsupported paths. */
function serveOther({ address, context: { request, url } }: Directory, name: string, id: string | undefined): Response {
  if (name === "me" || name === "bulk" || name === ".search") return fault(501, "This server doesn't support this.");
  const lists: Readonly<Record<string, () => (Values & { readonly id: string })[]>> = {
    resourcetypes: () => resourceTypes(address),
    schemas: () => schemas(address, userAttributes, groupAttributes),
  };
  const list = Object.hasOwn(lists, name) ? lists[name] : undefined;
  if (list === undefined && name !== "serviceproviderconfig") return notFound();
  if (!isOf(request.method, "GET")) return wrongMethod("GET");
  if (url.searchParams.has("filter")) return fault(403, "This can't be filtered.");
  if (list === undefined) return scimResponse(serviceProviderConfig(address));
  const all = list();
  if (id === undefined) return listAnswer(all, { total: all.length, start: 1 });
  const found = all.find((one) => one.id.toLowerCase() === id.toLowerCase());
  return found === undefined ? notFound() : scimResponse(found);
}

interface ListQuery extends Projection {
  readonly filter: string | undefined;
  readonly start: number;
  readonly count: number | undefined;
}

const listSchema = v.object({ resources: v.array(v.record(v.string(), v.unknown())), total: v.number() });
const oneSchema = v.object({ resource: v.nullable(v.record(v.string(), v.unknown())) });

class Directory {
  address = "";

  constructor(readonly context: PageContext) {}

  /** Returns an error response if the caller isn't authorized, otherwise undefined. */
  async admit(): Promise<Response | undefined> {
    const response = await this.#call("GET /scim/directory", {});
    if (!response.ok) return refusalAnswer(response);
    this.address = v.parse(v.object({ address: v.string() }), await response.json()).address;
    return undefined;
  }

  query(): ListQuery {
    const { searchParams } = this.context.url;
    const fields = new Map([...searchParams].map(([name, value]) => [name.toLowerCase(), value]));
    return wantedOf((name) => fields.get(name));
  }

  async search(kind: ResourceKind): Promise<Response> {
    const body = await this.#body();
    if (!("content" in body)) return toAnswer(body);
    const fields = new Map(Object.entries(body.content).map(([name, value]) => [name.toLowerCase(), value]));
    return this.find(
      kind,
      wantedOf((name) => fields.get(name)),
    );
  }

  async find(kind: ResourceKind, wanted: ListQuery): Promise<Response> {
    const { filter, start, count } = wanted;
    const excess = excessOf(wanted);
    if (excess !== undefined) return (await this.admit()) ?? faultAnswer(excess);
    const response = await this.#call(`GET ${kind.route}`, {
      start: String(start),
      whole: String(shows(wanted, kind.long)),
      ...(filter !== undefined && { filter }),
      ...(count !== undefined && { count: String(count) }),
    });
    if (!response.ok) return refusalAnswer(response);
    const { resources, total } = v.parse(listSchema, await response.json());
    const shown = resources.map((one) => show(kind.table, one, wanted));
    return listAnswer(shown, { total, start });
  }

  async create(kind: ResourceKind): Promise<Response> {
    const body = await this.#body();
    if (!("content" in body)) return toAnswer(body);
    return this.#shown(kind, `POST ${kind.route}`, { body: body.text }, 201);
  }

  one(kind: ResourceKind, id: string): Promise<Response> {
    return this.#shown(kind, `GET ${kind.route}/${encodeURIComponent(id)}`, {}, 200);
  }

  async change(kind: ResourceKind, id: string): Promise<Response> {
    const body = await this.#body();
    if (!("content" in body)) return toAnswer(body);
    const { method } = this.context.request;
    const route = `${method} ${kind.route}/${encodeURIComponent(id)}`;
    // A group can have many thousands of members. A directory that just added one doesn't need them all in the
    // response.
    const isBrief = method === "PATCH" && kind === kinds.groups && this.query().wanted.length === 0;
    if (!isBrief) return this.#shown(kind, route, { body: body.text }, 200);
    const response = await this.#call(route, { body: body.text, whole: "false" });
    return response.ok ? scimResponse(null, 204) : refusalAnswer(response);
  }

  async remove(kind: ResourceKind, id: string): Promise<Response> {
    const response = await this.#call(`DELETE ${kind.route}/${encodeURIComponent(id)}`, {});
    return response.ok ? scimResponse(null, 204) : refusalAnswer(response);
  }

  async #shown(kind: ResourceKind, route: string, fields: Record<string, string>, status: number): Promise<Response> {
    const projection = this.query();
    const whole = kind === kinds.groups ? { whole: String(shows(projection, kind.long)) } : {};
    const response = await this.#call(route, { ...fields, ...whole });
    if (!response.ok) return refusalAnswer(response);
    const { resource } = v.parse(oneSchema, await response.json());
    if (resource === null) return notFound();
    const { location } = v.parse(v.object({ location: v.string() }), resource["meta"]);
    return scimResponse(show(kind.table, resource, projection), status, status === 201 ? { Location: location } : {});
  }

  #body() {
    return readBody(this.context.request, () => this.admit());
  }

  #call(route: string, fields: Record<string, string>): Promise<Response> {
    const [, token = ""] =
      /^Bearer +(?:Bearer +)?(\S+)\s*$/i.exec(this.context.request.headers.get("authorization") ?? "") ?? [];
    return this.context.call(route, { ...fields, token: hashKey(token) });
  }
}

/** Returns the error for a list request that would be too expensive to answer. Undefined if it isn't. */
function excessOf({ filter = "", wanted, unwanted }: ListQuery): Fault | undefined {
  if (filter.length > MAX_FILTER_LENGTH)
    return { status: 400, scimType: "invalidFilter", detail: "The filter is too long." };
  if (wanted.length + unwanted.length <= MAX_PATHS) return undefined;
  return { status: 400, scimType: "invalidValue", detail: `A list can't name more than ${MAX_PATHS} attributes.` };
}

const toAnswer = (refusal: Fault | Response): Response =>
  refusal instanceof Response ? refusal : faultAnswer(refusal);

const show = (table: Attributes, resource: Values, projection: Projection): Values =>
  nested(table, projected(table, resource, projection));

/** Parses the parameters of a list request. Invalid numbers are ignored. */
function wantedOf(field: (name: string) => unknown): ListQuery {
  const number = (name: string, least: number): number | undefined => {
    const text = plainText(field(name) ?? "");
    return /^[+-]?\d+$/.test(text) ? Math.min(Math.max(least, Number(text)), MAX_INDEX) : undefined;
  };
  const filter = field("filter");
  return {
    filter: typeof filter === "string" && filter.trim() !== "" ? filter : undefined,
    start: number("startindex", 1) ?? 1,
    count: number("count", 0),
    wanted: pathsOf(field("attributes")),
    unwanted: pathsOf(field("excludedattributes")),
  };
}
