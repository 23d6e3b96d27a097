// Asks a channel on weekdays what everyone is doing, with a form. "/standup 9:30 Europe/Berlin" in the topic starts it,
// "/standup off" stops it. People whose client has no forms write "/standup did ...".
const QUESTION = "Stand-up: what did you do, what will you do, and what is in your way?";

const FORM = {
  fields: [
    { id: "did", label: "What did you do?", type: "long_text", required: true },
    { id: "next", label: "What will you do?", type: "long_text", required: true },
    { id: "blocked", label: "What is in your way?", type: "text" },
    { id: "helper", label: "Who could help?", type: "person" },
  ],
  submit: "Send",
  command: "/standup did",
};
const asked = (content) => ({
  content,
  widget_content: { widget_type: "zform", extra_data: { type: "choices", form: FORM } },
});

/** Returns by how many milliseconds a time zone is ahead of UTC. */
function aheadOf(zone, at) {
  const format = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" });
  const offset = format.formatToParts(at).find(({ type }) => type === "timeZoneName").value;
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(offset) ?? ["", "+", "0", "0"];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** Returns the next weekday at a time of day in a zone, in seconds. */
function next({ hour, minute, zone }, now) {
  for (let day = 0; ; day++) {
    const there = new Date(now + aheadOf(zone, now) + day * 86_400_000);
    const at = Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), there.getUTCDate(), hour, minute);
    const utc = at - aheadOf(zone, at);
    if (utc > now + 60_000 && there.getUTCDay() % 6 !== 0) return utc / 1000;
  }
}

/** Returns the people who have written in the topic since the question was last asked there. */
async function answeredBy({ to, topic }, parley) {
  const conversation = `parley://channel/${to}/topic/${encodeURIComponent(topic)}`;
  const { messages } = await parley.tools.read_conversation({ conversation, limit: 100, max_tokens: 20_000 });
  const asked = messages.findLastIndex(({ text }) => text.startsWith(QUESTION));
  if (asked < 0) return [];
  const others = messages.slice(asked + 1).filter(({ sender_id }) => sender_id !== messages[asked].sender_id);
  return [...new Set(others.map(({ sender, sender_id }) => `@_**${sender}|${sender_id}**`))];
}

export default {
  commands: [{ name: "standup", description: "Asks this topic on weekdays", usage: "9:30 [ZONE] | off" }],

  onMessage() {
    return { content: "Write `/standup 9:30 Europe/Berlin` in a channel's topic, or `/standup off`." };
  },

  async onCommand({ message, arguments: text }, parley) {
    if (message.type !== "stream") return this.onMessage();
    if (text.startsWith("did")) return { content: `Noted, ${message.sender_full_name}.` };
    const name = `stand-up ${message.stream_id}`;
    if (text === "off") {
      await parley.unschedule(name);
      return { content: "There are no more stand-ups here." };
    }
    const [, hour, minute, zone = "UTC"] = /^(\d{1,2}):(\d{2})(?:\s+(\S+))?$/.exec(text) ?? [];
    if (!(Number(hour) < 24 && Number(minute) < 60)) return this.onMessage();
    const when = { hour: Number(hour), minute: Number(minute), zone };
    const data = { ...when, to: message.stream_id, topic: message.subject };
    const { at } = await parley.schedule({ name, at: next(when, message.timestamp * 1000), data });
    return { content: `The next stand-up here is at <time:${new Date(at * 1000).toISOString()}>.` };
  },

  onAction({ user_full_name, user_id, entered: { did, next, blocked, helper } }) {
    const lines = [`@_**${user_full_name}|${user_id}**`, `* Did: ${did}`, `* Next: ${next}`];
    if (blocked !== undefined) lines.push(`* In the way: ${blocked}`);
    if (helper !== undefined) lines.push(`* Could help: @**|${helper}**`);
    return { reply: lines.join("\n"), private: "Thanks!" };
  },

  async onTimer({ name, now, data }, parley) {
    await parley.schedule({ name, at: next(data, now * 1000), data });
    // A topic without messages can't be read.
    const people = await answeredBy(data, parley).catch(() => []);
    const last = people.length === 0 ? "" : `\n\nLast time: ${people.join(", ")}.`;
    await parley.send({ to: data.to, topic: data.topic, ...asked(QUESTION + last) });
  },
};
