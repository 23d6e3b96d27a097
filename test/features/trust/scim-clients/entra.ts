import type { Json } from "../../../support/json.ts";
import type { Connection } from "./connection.ts";
import { ScimClient, type ScimReply, URN } from "./scim-client.ts";

/** Microsoft's own schema, which Entra includes in its groups. */
const ADSCIM = "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group";

/** A user in Entra. Undefined fields have no value there. */
export interface EntraUser {
  readonly userPrincipalName: string;
  readonly mailNickname: string;
  readonly displayName: string;
  readonly givenName?: string;
  readonly surname?: string;
  readonly mail?: string;
  readonly department?: string;
  readonly employeeId?: string;
  readonly jobTitle?: string;
}

/** Entra's request format: the default, or with `aadOptscim062020` in the tenant URL. */
export type EntraForm = "without the flag" | "with the flag";

/** Entra's provisioning. The requests are those that Microsoft documents, in the encoding that others have recorded. */
export class Entra extends ScimClient {
  constructor(
    connection: Connection,
    readonly form: EntraForm,
  ) {
    super(connection, { "Content-Type": "application/scim+json; charset=utf-8" });
  }

  get #hasFlag(): boolean {
    return this.form === "with the flag";
  }

  /** Adds the flag, which is part of the tenant URL, to every request. */
  override send(method: string, path: string, body?: Json, headers?: Record<string, string>): Promise<ScimReply> {
    const flagged = `${path}${path.includes("?") ? "&" : "?"}aadOptscim062020`;
    return super.send(method, this.#hasFlag ? flagged : path, body, headers);
  }

  /** Entra encodes spaces in a query as plus signs. */
  override filter(kind: "Users" | "Groups", filter: string, more = ""): Promise<ScimReply> {
    return this.get(`/${kind}?filter=${encodeURIComponent(filter).replaceAll("%20", "+")}${more}`);
  }

  /** What Entra calls "Test Connection". */
  test(): Promise<ScimReply> {
    return this.match(crypto.randomUUID());
  }

  match(userName: string): Promise<ScimReply> {
    return this.filter("Users", `userName eq "${userName}"`);
  }

  matchGroup(displayName: string): Promise<ScimReply> {
    const filter = encodeURIComponent(`displayName eq "${displayName}"`).replaceAll("%20", "+");
    return this.get(`/Groups?excludedAttributes=members&filter=${filter}`);
  }

  /** Creates an account with the default attribute mappings of an application. */
  create(user: EntraUser): Promise<ScimReply> {
    const { givenName, surname, department, employeeId } = user;
    return this.post("/Users", {
      schemas: [URN.user, URN.enterprise],
      externalId: user.mailNickname,
      userName: user.userPrincipalName,
      active: true,
      displayName: user.displayName,
      ...(user.mail && { emails: [{ primary: true, type: "work", value: user.mail }] }),
      meta: { resourceType: "User" },
      name: {
        ...(givenName && surname && { formatted: `${givenName} ${surname}` }),
        ...(surname && { familyName: surname }),
        ...(givenName && { givenName }),
      },
      ...(user.jobTitle && { title: user.jobTitle }),
      ...((department || employeeId) && {
        [URN.enterprise]: { ...(department && { department }), ...(employeeId && { employeeNumber: employeeId }) },
      }),
      roles: [],
    });
  }

  #op(op: "Add" | "Replace" | "Remove", rest: Json): Json {
    return { op: this.#hasFlag ? op.toLowerCase() : op, ...rest };
  }

  /** Sets attributes. With the flag, those without a filter in their path are set in a single operation. */
  replace(id: string, values: Readonly<Record<string, string>>): Promise<ScimReply> {
    const entries = Object.entries(values);
    if (!this.#hasFlag) {
      return this.patch(`/Users/${id}`, ...entries.map(([path, value]) => this.#op("Replace", { path, value })));
    }
    const filtered = entries.filter(([path]) => path.includes("["));
    const plain = entries.filter(([path]) => !path.includes("["));
    return this.patch(
      `/Users/${id}`,
      ...filtered.map(([path, value]) => this.#op("Replace", { path, value })),
      ...(plain.length === 0 ? [] : [this.#op("Replace", { value: Object.fromEntries(plain) })]),
    );
  }

  add(id: string, path: string, value: Json): Promise<ScimReply> {
    return this.patch(`/Users/${id}`, this.#op("Add", { path, value }));
  }

  remove(id: string, path: string): Promise<ScimReply> {
    return this.patch(`/Users/${id}`, this.#op("Remove", { path }));
  }

  /** Deactivates an account, which Entra calls a soft deletion, or restores it. */
  setActive(id: string, active: boolean): Promise<ScimReply> {
    const value = this.#hasFlag ? active : active ? "True" : "False";
    return this.patch(`/Users/${id}`, this.#op("Replace", { path: "active", value }));
  }

  /** Sets a user's manager. The reference is a string or, with the flag, an object. */
  setManager(id: string, managerId: string): Promise<ScimReply> {
    const value = this.#hasFlag ? { value: managerId } : managerId;
    return this.patch(`/Users/${id}`, this.#op("Add", { path: `${URN.enterprise}:manager`, value }));
  }

  /** Creates a group. Entra adds members afterwards. */
  createGroup(displayName: string, externalId: string = crypto.randomUUID()): Promise<ScimReply> {
    const meta = { resourceType: "Group" };
    return this.post("/Groups", { schemas: [URN.group, ADSCIM], externalId, displayName, meta });
  }

  readGroup(id: string): Promise<ScimReply> {
    return this.get(`/Groups/${id}?excludedAttributes=members`);
  }

  renameGroup(id: string, value: string): Promise<ScimReply> {
    return this.patch(`/Groups/${id}`, this.#op("Replace", { path: "displayName", value }));
  }

  addMembers(id: string, ids: readonly string[]): Promise<ScimReply> {
    const value = ids.map((member) => ({ $ref: null, value: member }));
    return this.patch(`/Groups/${id}`, this.#op("Add", { path: "members", value }));
  }

  removeMembers(id: string, ids: readonly string[]): Promise<ScimReply> {
    const operations = this.#hasFlag
      ? ids.map((member) => this.#op("Remove", { path: `members[value eq "${member}"]` }))
      : [this.#op("Remove", { path: "members", value: ids.map((member) => ({ $ref: null, value: member })) })];
    return this.patch(`/Groups/${id}`, ...operations);
  }
}
