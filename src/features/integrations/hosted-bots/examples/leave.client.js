// Handles requests for days off: "/leave 2026-12-24 2027-01-02 Visiting family". "/leave approvers @**Ann** @**Bob**"
// in a topic sets who approves requests, and that they are posted there.
const DATES = /^(\d{4}-\d\d-\d\d)\s+(\d{4}-\d\d-\d\d)\s*(.*)$/s;

/** Returns a request's message, with buttons that only approvers can press. */
function shown({ id, who, from, to, why }, approvers) {
  const button = (action, label, more) => {
    return { id: action, label, value: id, command: `/leave ${action} ${id}`, who: { users: approvers }, ...more };
  };
  const buttons = [
    button("approve", "Approve", { style: "primary" }),
    button("decline", "Decline", { style: "danger", confirm: "Decline this request?" }),
  ];
  const content = `${who} asks for leave from ${from} to ${to}.${why === "" ? "" : `\n\n${why}`}`;
  return { content, widget_content: { widget_type: "zform", extra_data: { type: "choices", buttons } } };
}

/** Decides on a request, and notifies its author. Returns the decision, or undefined if someone else was faster. */
async function decide(parley, { id, action, name }) {
  const request = await parley.storage.get(`request/${id}`);
  if (request === null) return undefined;
  await parley.storage.delete(`request/${id}`);
  const verdict = action === "approve" ? "approved" : "declined";
  const { who, person, from, to } = request;
  await parley.send({ to: [person], content: `${name} ${verdict} your leave from ${from} to ${to}.` });
  return `${who}'s leave from ${from} to ${to}: ${verdict} by ${name}.`;
}

export default {
  commands: [{ name: "leave", description: "Asks for days off", usage: "2026-12-24 2027-01-02 [WHY]" }],

  onMessage() {
    return { content: "Write `/leave 2026-12-24 2027-01-02 Visiting family`." };
  },

  async onCommand({ message, arguments: text }, parley) {
    const settings = await parley.storage.get("settings");
    if (text.startsWith("approvers")) {
      const names = [...text.matchAll(/@\*\*([^*|]+)(?:\|\d+)?\*\*/g)].map(([, name]) => name);
      if (message.type !== "stream" || names.length === 0) return { content: "Write this in a topic, with names." };
      if (settings !== null && !settings.approvers.includes(message.sender_id)) {
        return { content: "Only those who decide can change this." };
      }
      const approvers = [];
      for (const name of names) {
        const { people } = await parley.tools.people({ match: name });
        approvers.push(...people.filter((one) => one.name === name).map(({ id }) => id));
      }
      await parley.storage.set("settings", { to: message.stream_id, topic: message.subject, approvers });
      return { content: `Requests for leave are decided here, by ${approvers.length} people.` };
    }
    if (settings === null) return { content: "Write `/leave approvers @**Ann**` in the topic for requests first." };
    const [, action, id] = /^(approve|decline) (\d+)$/.exec(text) ?? [];
    if (action !== undefined) {
      if (!settings.approvers.includes(message.sender_id)) return { content: "You can't decide this." };
      return (await decide(parley, { id, action, name: message.sender_full_name })) ?? "This was decided already.";
    }
    const [, from, to, why] = DATES.exec(text) ?? [];
    if (from === undefined || to < from) return this.onMessage();
    const who = message.sender_full_name;
    const request = { id: String(message.id), who, person: message.sender_id, from, to, why };
    await parley.storage.set(`request/${request.id}`, request);
    await parley.send({ to: settings.to, topic: settings.topic, ...shown(request, settings.approvers) });
    return { content: `I've asked for your leave from ${from} to ${to}.` };
  },

  async onAction({ button_id, value, user_full_name }, parley) {
    const decided = await decide(parley, { id: value, action: button_id, name: user_full_name });
    return decided === undefined ? { private: "This was decided already." } : { update: decided };
  },
};
