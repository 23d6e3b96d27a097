import type { Person, Reply } from "../../../process/support/person.ts";
import { OWN_TEXTS, ownTextId } from "../../../support/own-texts.ts";
import type { Action } from "../action.ts";
import { NONE } from "../ledger.ts";
import { type Thing, thingsOf } from "../world.ts";

const MOST = 20;

/**
 * Actions that create, change and remove things of each kind. The first word of a thing's text never changes, and is
 * its name in the ledger.
 */
const keptActions = OWN_TEXTS.flatMap((own): Action[] => {
  const { kind, list } = own;
  return [
    {
      name: `make a ${kind}`,
      weight: 2,
      plan({ world, person, token }) {
        const mine = thingsOf(world, person, kind);
        if (mine.length >= MOST) return undefined;
        return {
          send: () => person.post(`/${list}`, own.fields(person.id, token)),
          facts: { [`${kind}/${token}`]: token },
          done: (body) => mine.push({ token, id: ownTextId(own, body), text: token }),
        };
      },
    },
    {
      name: `change a ${kind}`,
      weight: 2,
      plan({ world, person, token, random }) {
        const mine = thingsOf(world, person, kind);
        if (mine.length === 0) return undefined;
        const thing = random.pick(mine);
        const text = `${thing.token} ${token}`;
        return {
          send: () => person.patch(`/${list}/${thing.id}`, own.change(text)),
          facts: { [`${kind}/${thing.token}`]: text },
        };
      },
    },
    {
      name: `remove a ${kind}`,
      weight: 1,
      plan({ world, person, random }) {
        const mine = thingsOf(world, person, kind);
        if (mine.length === 0) return undefined;
        const thing: Thing = random.pick(mine);
        return {
          send: () => person.delete(`/${list}/${thing.id}`),
          facts: { [`${kind}/${thing.token}`]: NONE },
          done: () => void mine.splice(mine.indexOf(thing), 1),
        };
      },
    },
  ];
});

/**
 * Schedules a message that is due during the round. If the request is acknowledged, the message must be sent exactly
 * once.
 */
const soon: Action = {
  name: "schedule a message for soon",
  weight: 2,
  plan({ world, person, token }) {
    const place = { type: "channel", to: world.general, topic: "soon" };
    return {
      send: () => {
        const scheduled_delivery_timestamp = Math.ceil(Date.now() / 1000) + 2;
        return person.post("/scheduled_messages", { ...place, content: token, scheduled_delivery_timestamp });
      },
      facts: { [`message/${token}`]: token },
    };
  },
};

/** Returns an action that sets a single value of the account. */
const register = (name: string, weight: number, change: (person: Person, value: string) => Promise<Reply>): Action => ({
  name: `set one's ${name}`,
  weight,
  plan: ({ person, token }) => ({
    send: () => change(person, token),
    facts: { [`${name}/${person.id}`]: token },
  }),
});

const toggle: Action = {
  name: "set a setting",
  weight: 2,
  plan({ person, random }) {
    const value = random.below(2) === 0;
    return {
      send: () => person.patch("/settings", { high_contrast_mode: value }),
      facts: { [`setting/${person.id}`]: value ? "on" : NONE },
    };
  },
};

const alertWord: Action = {
  name: "watch for a word",
  weight: 2,
  plan({ person, random }) {
    const word = `word${random.below(5)}`;
    const isNew = random.below(2) === 0;
    const call = () => person[isNew ? "post" : "delete"]("/users/me/alert_words", { alert_words: [word] });
    return { send: call, facts: { [`alert/${person.id}/${word}`]: isNew ? "on" : NONE } };
  },
};

const mute: Action = {
  name: "mute somebody",
  weight: 1,
  plan({ world, person, random }) {
    const path = `/users/me/muted_users/${world.bystander}`;
    return random.below(2) === 0
      ? { send: () => person.post(path), facts: { [`muted/${person.id}`]: "on" } }
      : { send: () => person.delete(path), facts: { [`muted/${person.id}`]: NONE } };
  },
};

export const personalActions: readonly Action[] = [
  ...keptActions,
  ...[soon, toggle, alertWord, mute],
  register("status", 2, (person, status_text) => person.post("/users/me/status", { status_text })),
  register("full name", 1, (person, full_name) => person.patch("/settings", { full_name })),
];
