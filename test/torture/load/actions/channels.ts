import type { Action } from "../action.ts";
import { NONE } from "../ledger.ts";
import { thingsOf } from "../world.ts";

const createChannel: Action = {
  name: "create a channel",
  weight: 2,
  plan({ person, token, world, random }) {
    const name = `ch ${token}`;
    const fields = { subscriptions: [{ name, description: token }], principals: [random.pick(world.people).id] };
    return {
      send: () => person.post("/users/me/subscriptions", fields),
      facts: { [`channel/${name}`]: "there" },
    };
  },
};

const describe: Action = {
  name: "describe a channel",
  weight: 2,
  plan({ person, token, world, random }) {
    const channel = random.pick([world.general, ...world.channels]);
    return {
      send: () => person.patch(`/streams/${channel}`, { description: token }),
      facts: { [`description/${channel}`]: token },
    };
  },
};

const channelToArchive: Action = {
  name: "create a channel to archive",
  weight: 1,
  plan({ person, token, world }) {
    const name = `doomed ${token}`;
    return {
      send: () => person.post("/channels/create", { name, subscribers: [person.id] }),
      facts: { [`channel/${name}`]: "there" },
      done: ({ id }) => thingsOf(world, person, "doomed").push({ token: name, id, text: name }),
    };
  },
};

const archive: Action = {
  name: "archive a channel",
  weight: 1,
  plan({ person, world, random }) {
    const mine = thingsOf(world, person, "doomed");
    if (mine.length === 0) return undefined;
    const { id, token } = random.pick(mine);
    return random.below(3) > 0
      ? { send: () => person.delete(`/streams/${id}`), facts: { [`channel/${token}/archived`]: "yes" } }
      : {
          send: () => person.patch(`/streams/${id}`, { is_archived: false }),
          facts: { [`channel/${token}/archived`]: NONE },
        };
  },
};

const comeAndGo: Action = {
  name: "subscribe or unsubscribe",
  weight: 4,
  plan({ person, world, random }) {
    const index = random.below(world.channels.length);
    const name = ["harbour", "pier"][index] ?? "";
    const fact = `subscription/${person.id}/${world.channels[index]}`;
    return random.below(2) === 0
      ? {
          send: () => person.post("/users/me/subscriptions", { subscriptions: [{ name }] }),
          facts: { [fact]: "on" },
        }
      : {
          send: () => person.delete("/users/me/subscriptions", { subscriptions: [name] }),
          facts: { [fact]: NONE },
        };
  },
};

const colour: Action = {
  name: "colour a channel",
  weight: 1,
  plan({ person, world, random }) {
    const value = `#${(0x100000 + random.below(0xe00000)).toString(16)}`;
    const data = [{ stream_id: world.general, property: "color", value }];
    return {
      send: () => person.post("/users/me/subscriptions/properties", { subscription_data: data }),
      facts: { [`colour/${person.id}`]: value },
    };
  },
};

const topicPreference: Action = {
  name: "set a topic's visibility",
  weight: 2,
  plan({ person, world, random }) {
    const topic = `kept ${random.below(3)}`;
    const policy = random.below(4);
    return {
      send: () => person.post("/user_topics", { stream_id: world.general, topic, visibility_policy: policy }),
      facts: { [`visibility/${person.id}/${topic}`]: policy === 0 ? NONE : String(policy) },
    };
  },
};

const talkElsewhere: Action = {
  name: "send where people come and go",
  weight: 3,
  plan({ person, world, random, token }) {
    const to = random.pick(world.channels);
    return {
      send: () => person.post("/messages", { type: "channel", to, topic: "elsewhere", content: token }),
      facts: { [`message/${token}`]: token },
    };
  },
};

export const channelActions: readonly Action[] = [
  ...[createChannel, describe, channelToArchive, archive, comeAndGo, colour, topicPreference, talkElsewhere],
];
