// Notifies the person on call: mention the bot with a problem, and it links to similar earlier ones in the channel,
// with buttons to acknowledge, escalate and resolve it. "/oncall set @**Ann** @**Bob**" sets the rotation, which
// changes every Monday (UTC).
const WEEK = 7 * 86_400;
/** A Monday, in seconds. */
const MONDAY = 345_600;

const weekOf = (seconds) => Math.floor((seconds - MONDAY) / WEEK);

async function onCall(parley, seconds) {
  const people = (await parley.storage.get("people")) ?? [];
  return people[weekOf(seconds) % people.length];
}

const silent = (mention) => mention.replace("@**", "@_**");

/** Returns a problem's message, with the buttons that apply to its current state. */
function shown({ id, head, notes, state }) {
  const button = (action, label, style) => ({
    id: action,
    label,
    style,
    value: id,
    command: `/oncall ${action} ${id}`,
  });
  const buttons = [
    ...(state === "open" ? [button("ack", "Acknowledge", "primary")] : []),
    button("escalate", "Escalate"),
    button("resolve", "Resolve"),
  ];
  const content = [head, ...notes.map((note) => `* ${note}`)].join("\n");
  if (state === "resolved") return { content };
  return { content, widget_content: { widget_type: "zform", extra_data: { type: "choices", buttons } } };
}

/** Carries out a button press or command. Returns the problem that it was about, or undefined if there is none. */
async function act(parley, { id, action, name, now }) {
  const problem = await parley.storage.get(`problem/${id}`);
  if (problem === null || !["ack", "escalate", "resolve"].includes(action)) return undefined;
  if (action === "ack") {
    problem.state = "acknowledged";
    problem.notes.push(`Acknowledged by ${name}.`);
  } else if (action === "escalate") {
    const people = (await parley.storage.get("people")) ?? [];
    problem.turns = (problem.turns ?? 0) + 1;
    problem.called = people[(weekOf(now) + problem.turns) % people.length] ?? problem.called;
    problem.notes.push(`Escalated by ${name} to ${silent(problem.called)}.`);
  } else {
    problem.state = "resolved";
    problem.notes.push(`Resolved by ${name}.`);
  }
  if (problem.state === "resolved") await parley.storage.delete(`problem/${id}`);
  else await parley.storage.set(`problem/${id}`, problem);
  return problem;
}

/** Returns links to earlier messages in the channel that contain the longest word of a problem. */
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
    // The reason is in the log. The person on call is notified anyway.
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
    const head = `${person}: ${message.sender_full_name} needs you.${await before(event, parley)}`;
    const problem = { id: String(message.id), head, notes: [], state: "open", called: person };
    await parley.storage.set(`problem/${problem.id}`, problem);
    return shown(problem);
  },

  async onAction({ button_id, value, user_full_name, pressed_at }, parley) {
    const problem = await act(parley, { id: value, action: button_id, name: user_full_name, now: pressed_at });
    if (problem === undefined) return { private: "Someone has already resolved this." };
    return {
      update: shown(problem),
      ...(button_id === "escalate" && { reply: `${problem.called}: ${user_full_name} needs you.` }),
      ...(button_id === "ack" && { private: "It's yours. Press Resolve when it's done." }),
    };
  },

  async onCommand({ message, arguments: text }, parley) {
    const [, action, id] = /^(ack|escalate|resolve) (\d+)$/.exec(text) ?? [];
    if (action !== undefined) {
      const name = message.sender_full_name;
      const problem = await act(parley, { id, action, name, now: message.timestamp });
      if (problem === undefined) return { content: "Someone has already resolved this." };
      return action === "escalate" ? { content: `${problem.called}: ${name} needs you.` } : problem.notes.at(-1);
    }
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
