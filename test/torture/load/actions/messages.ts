import type { Person } from "../../../process/support/person.ts";
import type { Random } from "../../../process/support/random.ts";
import { retryUntilAnswered } from "../../../process/support/retry.ts";
import { Violation } from "../../frame/part.ts";
import type { Action, ActionContext } from "../action.ts";
import { NONE } from "../ledger.ts";
import { type Message, thingsOf, type World } from "../world.ts";

/** How long a server may take to come back, on a busy machine. */
const PATIENCE_MS = 60_000;
const OCTOPUS = { emoji_name: "octopus", emoji_code: "1f419", reaction_type: "unicode_emoji" };
const EXTRAS = ["", "", "", " @**all**", " #**general**", " :octopus:", "\n* one\n* two", " https://example.com/x"];

const sendToChannel: Action = {
  name: "send to a channel",
  weight: 12,
  plan({ world, person, random, token }) {
    const recipients = world.people.map(({ id }) => id);
    const place = { channel: world.general, topic: `topic ${random.below(4)}` };
    const text = token + random.pick(EXTRAS);
    return {
      send: () => person.post("/messages", { type: "channel", to: place.channel, topic: place.topic, content: text }),
      facts: { [`message/${token}`]: text, [`message/${token}/topic`]: place.topic },
      done: ({ id }) => world.messages.push({ token, id, sender: person.id, place, recipients }),
    };
  },
};

const sendDirect: Action = {
  name: "send a direct message",
  weight: 5,
  plan({ world, person, random, token }) {
    const to = [...new Set([random.pick(world.people).id, random.pick(world.people).id])];
    const recipients = [...new Set([...to, person.id])];
    return {
      send: () => person.post("/messages", { type: "direct", to, content: token }),
      facts: { [`message/${token}`]: token },
      done: ({ id }) => world.messages.push({ token, id, sender: person.id, place: null, recipients }),
    };
  },
};

/**
 * Sends the same message twice with a `local_id`, concurrently, and again after a crash. Only one message may be
 * created.
 */
const sendTwice: Action = {
  name: "send the same twice",
  weight: 3,
  plan({ world, person, token }) {
    const place = { channel: world.general, topic: "twice" };
    const recipients = world.people.map(({ id }) => id);
    const message = { type: "channel", to: place.channel, topic: place.topic, content: token };
    const echo = { queue_id: world.queues.get(person.id), local_id: token };
    const ask = () => person.post("/messages", { ...message, ...echo });
    return {
      async send(lost) {
        const once = () => retryUntilAnswered(ask, { ms: PATIENCE_MS, lost });
        const [first, second] = await Promise.all([once(), once()]);
        if (first.status === 200 && second.status === 200 && first.body.id !== second.body.id)
          throw new Violation(`${token} was sent twice, as ${first.body.id} and ${second.body.id}`);
        return first;
      },
      facts: { [`message/${token}`]: token },
      done: ({ id }) => world.messages.push({ token, id, sender: person.id, place, recipients }),
    };
  },
};

const editContent: Action = {
  name: "edit a message",
  weight: 6,
  plan({ world, person, random, token }) {
    const message = some(world, random, ({ sender }) => sender === person.id);
    const text = `${message?.token} ${token}${random.pick(EXTRAS)}`;
    return (
      message && {
        send: () => person.patch(`/messages/${message.id}`, { content: text }),
        facts: { [`message/${message.token}`]: text },
      }
    );
  },
};

const moveOne: Action = {
  name: "move a message",
  weight: 3,
  plan({ world, person, random, token }) {
    const message = some(world, random, ({ place }) => place?.topic.startsWith("topic") ?? false);
    const topic = random.below(2) === 0 ? `moved ${token}` : `topic ${random.below(4)}`;
    const quietly = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };
    return (
      message && {
        send: () => person.patch(`/messages/${message.id}`, { topic, propagate_mode: "change_one", ...quietly }),
        facts: { [`message/${message.token}/topic`]: topic },
      }
    );
  },
};

/** Moves all messages of a topic. Only messages whose topic isn't a fact in the ledger are moved. */
const moveTopic: Action = {
  name: "move a topic",
  weight: 1,
  plan({ world, person, random, token }) {
    const message = some(world, random, ({ place }) => place?.topic === "twice");
    const edit = { topic: random.below(2) === 0 ? `river ${token}` : "twice", propagate_mode: "change_all" };
    return message && { send: () => person.patch(`/messages/${message.id}`, edit), facts: {} };
  },
};

const deleteOne: Action = {
  name: "delete a message",
  weight: 2,
  plan({ world, person, random }) {
    const message = some(world, random, () => true);
    return (
      message && {
        send: () => person.delete(`/messages/${message.id}`),
        facts: { [`message/${message.token}`]: NONE },
      }
    );
  },
};

const react: Action = {
  name: "react",
  weight: 5,
  plan({ world, person, random }) {
    const message = readable(world, person, random);
    if (message === undefined) return undefined;
    const path = `/messages/${message.id}/reactions`;
    const fact = `message/${message.token}/reaction/${person.id}`;
    return random.below(3) > 0
      ? { send: () => person.post(path, OCTOPUS), facts: { [fact]: "on" } }
      : { send: () => person.delete(path, OCTOPUS), facts: { [fact]: NONE } };
  },
};

function flag(name: "starred" | "collapsed" | "read", weight: number): Action {
  return {
    name: `flag ${name}`,
    weight,
    plan({ world, person, random }) {
      const message = readable(world, person, random);
      if (message === undefined || (name === "read" && message.sender === person.id)) return undefined;
      const op = random.below(3) > 0 ? "add" : "remove";
      return {
        send: () => person.post("/messages/flags", { messages: [message.id], op, flag: name }),
        facts: { [`message/${message.token}/${name}/${person.id}`]: op === "add" ? "on" : NONE },
      };
    },
  };
}

const readable = (world: World, person: Person, random: Random) =>
  some(world, random, ({ recipients }) => recipients.includes(person.id));

/**
 * Returns a random matching message, or undefined if none is found. Half of the time, looks only at the last ten
 * messages.
 */
function some({ messages }: World, random: Random, wanted: (message: Message) => boolean): Message | undefined {
  const recent = random.below(2) === 0 ? messages.slice(-10) : messages;
  const found = recent.filter(wanted);
  return found.length === 0 ? undefined : random.pick(found);
}

const upload: Action = {
  name: "upload a file",
  weight: 2,
  plan({ world, person, token }: ActionContext) {
    const form = new FormData();
    form.append("file", new Blob([token]), `${token}.txt`);
    return {
      send: () => person.send("POST", "/user_uploads", form),
      facts: { [`file/${token}.txt`]: "there" },
      done: ({ url }) => thingsOf(world, person, "file").push({ token, id: 0, text: url }),
    };
  },
};

export const messageActions: readonly Action[] = [
  ...[sendToChannel, sendDirect, sendTwice, editContent, moveOne, moveTopic, deleteOne, react, upload],
  ...[flag("starred", 3), flag("collapsed", 1), flag("read", 4)],
];
