// Reminds you: "/remind 20m tea", "/remind 3h call Ann", "/remind 2d", "/remind list".
const SECONDS = { m: 60, h: 3600, d: 86400 };

export default {
  commands: [{ name: "remind", description: "Reminds you of something", usage: "20m TEXT" }],

  onMessage() {
    return { content: "Write `/remind 20m tea`: a number with m, h or d, and what it is about." };
  },

  async onCommand({ message, arguments: text }, parley) {
    const mine = `${message.sender_id}/`;
    if (text === "list") {
      const timers = (await parley.timers()).filter(({ name }) => name.startsWith(mine));
      const lines = timers.map(({ at, data }) => `* <time:${new Date(at * 1000).toISOString()}> ${data.about}`);
      return { content: lines.join("\n") || "Nothing to remind you of." };
    }
    const [, number, unit, about] = /^(\d{1,4})\s*([mhd])\w*\s*(.*)$/s.exec(text) ?? [];
    if (number === undefined) return this.onMessage();
    const { at } = await parley.schedule({
      name: `${mine}${message.id}`,
      in_seconds: Number(number) * SECONDS[unit],
      data: { to: message.sender_id, about: about || "what you wanted" },
    });
    return { content: `I'll remind you at <time:${new Date(at * 1000).toISOString()}>.` };
  },

  async onTimer({ data }, parley) {
    await parley.send({ to: [data.to], content: `Remember: ${data.about}` });
  },
};
