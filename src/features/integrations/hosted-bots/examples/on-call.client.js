// Calls whoever is on call: mention it with a problem, and it shows where the channel had such a one before.
// "/oncall set @**Ann** @**Bob**" changes turns every Monday (UTC).
const WEEK = 7 * 86_400;
/** A Monday, in seconds. */
const MONDAY = 345_600;

const weekOf = (seconds) => Math.floor((seconds - MONDAY) / WEEK);

async function onCall(parley, seconds) {
  const people = (await parley.storage.get("people")) ?? [];
  return people[weekOf(seconds) % people.length];
}

/** Links to earlier messages of the channel that have the longest word of a problem. */
async function before({ message, data, bot_id }, parley) {
  const words = data.replace(/@\*\*[^*]+\*\*/g, "").match(/[\p{L}\p{N}]{4,}/gu) ?? [];
  const [query] = words.sort((one, other) => other.length - one.length);
  if (message.type !== "stream" || query === undefined) return "";
  try {
    const { messages } = await parley.tools.find_messages({ query, in: `#${message.display_recipient}`, limit: 10 });
    const others = messages.filter(({ id, sender_id }) => id !== message.id && sender_id !== bot_id);
    const links = others.slice(0, 3).map(({ time, url }) => `[${time.slice(0, 10)}](${url})`);
    return links.length === 0 ? "" : `\n\nBefore, with "${query}": ${links.join(", ")}`;
  } catch {
    // The log has the reason; the person is called in any case.
    return "";
  }
}

export default {
  commands: [{ name: "oncall", description: "Says who is on call", usage: "[set @**Ann** @**Bob**]" }],

  async onMessage(event, parley) {
    const { message } = event;
    const person = await onCall(parley, message.timestamp);
    if (person === undefined) return { content: "Nobody is on call: write `/oncall set @**Ann** @**Bob**`." };
    await parley.react("bell");
    return { content: `${person}: ${message.sender_full_name} needs you.${await before(event, parley)}` };
  },

  async onCommand({ message, arguments: text }, parley) {
    if (text.startsWith("set")) {
      const people = text.match(/@\*\*[^*]+\*\*/g) ?? [];
      await parley.storage.set("people", people);
      const place = { to: message.stream_id, topic: message.subject };
      const at = MONDAY + (weekOf(message.timestamp) + 1) * WEEK;
      if (message.type === "stream" && people.length > 0) await parley.schedule({ name: "turn", at, data: place });
      return { content: `On call, in turn: ${people.length} people.` };
    }
    const person = await onCall(parley, message.timestamp);
    return { content: person === undefined ? "Nobody is on call." : `On call: ${person.replace("@", "@_")}` };
  },

  async onTimer({ name, now, data }, parley) {
    await parley.schedule({ name, at: MONDAY + (weekOf(now) + 1) * WEEK, data });
    await parley.send({ ...data, content: `On call from today: ${await onCall(parley, now)}` });
  },
};
