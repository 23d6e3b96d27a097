import type { Json } from "../../../support/json.ts";
import type { Connection } from "./connection.ts";
import { resource, ScimClient, type ScimReply, URN } from "./scim-client.ts";

/** The headers recorded from Okta's client. It accepts only the standard's media type. */
const HEADERS = {
  Accept: "application/scim+json",
  "Accept-Charset": "utf-8",
  "Accept-Encoding": "gzip,deflate",
  "Content-Type": "application/scim+json; charset=utf-8",
  "User-Agent": "Okta SCIM Client 1.0.0",
};

export interface OktaProfile {
  readonly login: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly externalId: string;
}

/** Resources that Okta requests at once during an import. */
const PAGE = 100;

/** Okta's provisioning, with the same requests in the same order (developer.okta.com, "Okta and SCIM Version 2.0"). */
export class Okta extends ScimClient {
  constructor(connection: Connection) {
    super(connection, HEADERS);
  }

  /** What Okta calls "Test Connector Configuration". */
  async test(): Promise<readonly [ScimReply, ScimReply]> {
    return [await this.get("/Users?startIndex=1&count=2"), await this.get("/Groups?startIndex=1&count=100")];
  }

  /** Finds an account by user name, like Okta does before it creates one. */
  async find(userName: string): Promise<Json | undefined> {
    const query = `filter=${encodeURIComponent(`userName eq "${userName}"`)}&startIndex=1&count=100`;
    return (await resource(this.get(`/Users?${query}`))).Resources[0];
  }

  create({ login, firstName, lastName, externalId }: OktaProfile): Promise<ScimReply> {
    return this.post("/Users", {
      schemas: [URN.user],
      userName: login,
      name: { givenName: firstName, familyName: lastName },
      emails: [{ primary: true, value: login, type: "work" }],
      displayName: `${firstName} ${lastName}`,
      locale: "en-US",
      externalId,
      groups: [],
      password: "1mz050nq",
      active: true,
    });
  }

  /**
   * What Okta calls "Assign to people": creates an account, or links and overwrites an existing one. Returns the
   * account.
   */
  async assign(profile: OktaProfile): Promise<Json> {
    const found = await this.find(profile.login);
    return found === undefined ? resource(this.create(profile)) : resource(this.push(found.id, profile));
  }

  /** Reads an account, merges a profile into it, and sends everything back, including what Okta ignores. */
  async push(id: string, profile: OktaProfile, active = true): Promise<ScimReply> {
    const current = await resource(this.get(`/Users/${id}`));
    return this.put(`/Users/${id}`, {
      ...current,
      userName: profile.login,
      name: { ...current.name, givenName: profile.firstName, familyName: profile.lastName },
      emails: [{ primary: true, value: profile.login, type: "work" }],
      displayName: `${profile.firstName} ${profile.lastName}`,
      locale: "en-US",
      externalId: profile.externalId,
      groups: [],
      active,
    });
  }

  /** Sends what an app of Okta's catalog sends when a user is unassigned from it or assigned again. */
  setActive(id: string, active: boolean): Promise<ScimReply> {
    return this.patch(`/Users/${id}`, { op: "replace", value: { active } });
  }

  /** What Okta calls "Import". Requests all pages. */
  async import(kind: "Users" | "Groups"): Promise<Json[]> {
    const pages: Json[] = [];
    for (let startIndex = 1; ; startIndex += PAGE) {
      const page = await resource(this.get(`/${kind}?startIndex=${startIndex}&count=${PAGE}`));
      pages.push(page);
      if (startIndex + PAGE > page.totalResults) return pages;
    }
  }

  /** What Okta calls "Push Groups": looks for a group by name, and creates it if there is none. */
  async pushGroup(displayName: string, members: readonly Json[] = []): Promise<Json> {
    const query = `filter=${encodeURIComponent(`displayName eq "${displayName}"`)}&startIndex=1&count=100`;
    const { Resources } = await resource(this.get(`/Groups?${query}`));
    if (Resources.length > 0) return Resources[0];
    return resource(this.post("/Groups", { schemas: [URN.group], displayName, members: members.map(asMember) }));
  }

  rename(id: string, displayName: string): Promise<ScimReply> {
    return this.patch(`/Groups/${id}`, { op: "replace", value: { id, displayName } });
  }

  changeMembers(id: string, { remove, add }: { remove: readonly Json[]; add: readonly Json[] }): Promise<ScimReply> {
    return this.patch(
      `/Groups/${id}`,
      ...remove.map((user) => ({ op: "remove", path: `members[value eq "${user.id}"]` })),
      ...(add.length === 0 ? [] : [{ op: "add", path: "members", value: add.map(asMember) }]),
    );
  }

  /** What Okta calls "Push now": replaces all members, possibly with none. */
  pushMembers(id: string, members: readonly Json[]): Promise<ScimReply> {
    return this.patch(`/Groups/${id}`, { op: "replace", path: "members", value: members.map(asMember) });
  }

  /** What Okta calls "Unlink pushed group", with "Delete the group in the target app". */
  unlink(id: string): Promise<ScimReply> {
    return this.delete(`/Groups/${id}`);
  }
}

const asMember = ({ id, userName }: Json): Json => ({ value: id, display: userName });
