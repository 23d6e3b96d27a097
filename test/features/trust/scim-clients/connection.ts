import { succeeds } from "../../../support/log-in.ts";
import type { Person } from "../../../support/person.ts";
import { asOwner } from "../scim/directory.ts";

export interface Connection {
  readonly host: string;
  readonly token: string;
}

/** Creates a directory connection like an owner does, with rules that differ from the defaults. */
export async function makeConnection(owner: Person, rules: object = {}): Promise<Connection> {
  const name = `Directory ${crypto.randomUUID().slice(0, 8)}`;
  const { token } = await succeeds(asOwner(owner, "POST", "/scim/connections", { name, kind: "other", rules }));
  return { host: owner.host, token };
}
