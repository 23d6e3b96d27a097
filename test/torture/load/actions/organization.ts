import { PASSWORD } from "../../../process/support/person.ts";
import type { Action } from "../action.ts";
import { NONE } from "../ledger.ts";

const createAccount: Action = {
  name: "create an account",
  weight: 1,
  plan({ person, token }) {
    const email = `${token.toLowerCase()}@example.com`;
    return {
      send: () => person.post("/users", { email, full_name: `Person ${token}`, password: PASSWORD }),
      facts: { [`account/${email}`]: "there" },
    };
  },
};

const invite: Action = {
  name: "make an invitation link",
  weight: 1,
  plan: ({ person, world }) => ({
    send: () => person.post("/invites/multiuse", { stream_ids: [world.general] }),
    facts: {},
  }),
};

const createGroup: Action = {
  name: "create a group",
  weight: 1,
  plan: ({ person, token }) => ({
    send: () => person.post("/user_groups/create", { name: token, description: token, members: [person.id] }),
    facts: { [`group/${token}`]: "there" },
  }),
};

const joinGroup: Action = {
  name: "change a group's members",
  weight: 3,
  plan({ world, random }) {
    const group = random.pick(world.groups);
    const one = random.pick(world.people).id;
    const op = random.below(2) === 0 ? "add" : "delete";
    return {
      send: () => world.owner.post(`/user_groups/${group}/members`, { [op]: [one] }),
      facts: { [`member/${group}/${one}`]: op === "add" ? "on" : NONE },
    };
  },
};

const describeGroup: Action = {
  name: "describe a group",
  weight: 1,
  plan({ world, random, person, token }) {
    const group = random.pick(world.groups);
    return {
      send: () => person.patch(`/user_groups/${group}`, { description: token }),
      facts: { [`description of group/${group}`]: token },
    };
  },
};

const describeRealm: Action = {
  name: "describe the organization",
  weight: 1,
  plan: ({ person, token }) => ({
    send: () => person.patch("/realm", { description: token }),
    facts: { "organization/description": token },
  }),
};

const linkifier: Action = {
  name: "add a linkifier",
  weight: 1,
  plan: ({ person, token }) => ({
    send: () => person.post("/realm/filters", { pattern: `${token}(?P<id>[0-9]+)`, url_template: "https://a.io/{id}" }),
    facts: { [`linkifier/${token}`]: "there" },
  }),
};

const changeRole: Action = {
  name: "change a role",
  weight: 1,
  plan({ person, world, random }) {
    const role = random.pick([300, 400, 600]);
    return {
      send: () => person.patch(`/users/${world.bystander}`, { role }),
      facts: { [`role/${world.bystander}`]: String(role) },
    };
  },
};

export const organizationActions: readonly Action[] = [
  ...[createAccount, invite, createGroup, joinGroup, describeGroup, describeRealm, linkifier, changeRole],
];
