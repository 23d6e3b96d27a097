import { describeGroup, describeUser, type GroupChange, type Member, type Plan, type UserChange } from "./plan.ts";
import { type Resource, type ScimClient, ScimRefusal } from "./scim-client.ts";
import { userResource } from "./user-fields.ts";

const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";
/** Most of a call's time is network latency. */
const CONCURRENT_CALLS = 4;
/** Maximum number of members per call. */
const MAX_MEMBERS = 2000;
const CONFLICT = 409;

interface Tellers {
  readonly done: (line: string) => void;
  readonly failed: (line: string) => void;
}

/** Applies a plan to the server. A rejected change is reported to `failed` and doesn't stop the rest. */
export async function applyPlan(client: ScimClient, plan: Plan, tellers: Tellers): Promise<void> {
  await new Applying(client, plan, tellers).all();
}

class Applying {
  readonly #client: ScimClient;
  readonly #plan: Plan;
  readonly #tellers: Tellers;

  constructor(client: ScimClient, plan: Plan, tellers: Tellers) {
    this.#client = client;
    this.#plan = plan;
    this.#tellers = tellers;
  }

  async all(): Promise<void> {
    const { users, groups } = this.#plan;
    await this.#twice(users, describeUser, (change, isAgain) => this.#user(change, isAgain));
    const of = <Kind extends GroupChange["kind"]>(kind: Kind) =>
      groups.filter((change): change is Extract<GroupChange, { kind: Kind }> => change.kind === kind);
    await this.#twice(of("remove"), describeGroup, ({ id }) => this.#client.call("DELETE", `/Groups/${id}`));
    await this.#twice(of("rename"), describeGroup, ({ id, group }) =>
      this.#patchGroup(id, [{ op: "replace", value: { displayName: group.name, externalId: group.externalId } }]),
    );
    // Groups must exist before other groups can have them as members.
    const isNew = ({ id }: { readonly id: string | undefined }) => id === undefined;
    await this.#twice(of("members").filter(isNew), describeGroup, ({ group }) => this.#makeGroup(group), "silent");
    await this.#twice(of("members"), describeGroup, (change) => this.#members(change));
  }

  /**
   * Makes the given changes, and retries conflicting ones once, because a name may move from one user or group to
   * another.
   */
  async #twice<Change>(
    changes: readonly Change[],
    describe: (change: Change) => string,
    run: (change: Change, isAgain: boolean) => Promise<unknown>,
    kind: "told" | "silent" = "told",
  ): Promise<void> {
    const again: Change[] = [];
    const one = async (change: Change, isAgain: boolean) => {
      try {
        await run(change, isAgain);
        if (kind === "told") this.#tellers.done(describe(change));
      } catch (error) {
        if (!(error instanceof ScimRefusal)) throw error;
        if (error.status === CONFLICT && !isAgain) again.push(change);
        else this.#tellers.failed(`${describe(change)}: ${error.message}`);
      }
    };
    const left = [...changes];
    const some = async () => {
      for (let change = left.shift(); change !== undefined; change = left.shift()) await one(change, false);
    };
    await Promise.all(Array.from({ length: CONCURRENT_CALLS }, some));
    for (const change of again) await one(change, true);
  }

  async #user(change: UserChange, isAgain: boolean): Promise<void> {
    if (change.kind === "gone") {
      const operations = [{ op: "replace", path: "active", value: false }];
      await this.#client.call("PATCH", `/Users/${change.id}`, { schemas: [PATCH], Operations: operations });
      return;
    }
    const { person } = change;
    const known = change.kind === "add" ? isAgain && (await this.#madeBefore(person.externalId)) : change.id;
    const resource = userResource(person);
    if (known) await this.#client.call("PUT", `/Users/${known}`, resource);
    else this.#plan.userIds.set(person.externalId, idOf(await this.#client.call("POST", "/Users", resource)));
  }

  /** Finds the id of a user who was created although the response was lost. */
  async #madeBefore(externalId: string): Promise<string | undefined> {
    const filter = encodeURIComponent(`externalId eq ${JSON.stringify(externalId)}`);
    const { Resources: found } = await this.#client.call("GET", `/Users?filter=${filter}`);
    const [user] = found as Resource[];
    if (user === undefined) return undefined;
    this.#plan.userIds.set(externalId, idOf(user));
    return idOf(user);
  }

  async #makeGroup({ name: displayName, externalId }: { readonly name: string; readonly externalId: string }) {
    const made = await this.#client.call("POST", "/Groups", { schemas: [GROUP], displayName, externalId });
    this.#plan.groupIds.set(externalId, idOf(made));
  }

  async #members({ id, group, add, remove }: Extract<GroupChange, { kind: "members" }>): Promise<void> {
    const known = id ?? this.#plan.groupIds.get(group.externalId);
    // The group couldn't be created, which was already reported.
    if (known === undefined) return;
    const { userIds, groupIds } = this.#plan;
    const idsOf = ({ type, externalId }: Member) => {
      const value = (type === "User" ? userIds : groupIds).get(externalId);
      return value === undefined ? [] : [{ type, value }];
    };
    const gone = remove.map(({ type, value }) => ({ type, value }));
    for (const value of inParts(gone)) await this.#patchGroup(known, [{ op: "remove", path: "members", value }]);
    for (const value of inParts(add.flatMap(idsOf)))
      await this.#patchGroup(known, [{ op: "add", path: "members", value }]);
  }

  #patchGroup(id: string, operations: readonly object[]): Promise<Resource> {
    const content = { schemas: [PATCH], Operations: operations };
    return this.#client.call("PATCH", `/Groups/${id}?excludedAttributes=members`, content);
  }
}

const idOf = (resource: Resource): string => String(resource["id"]);

const inParts = <One>(list: readonly One[]): One[][] =>
  Array.from({ length: Math.ceil(list.length / MAX_MEMBERS) }, (_, index) =>
    list.slice(index * MAX_MEMBERS, (index + 1) * MAX_MEMBERS),
  );
