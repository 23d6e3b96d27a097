import type { Measure } from "../measure.ts";

const COUNT = 10_000;
const AT_ONCE = 500;

/** A long topic is moved: the time until the response, and until the last message has moved. */
export const measure: Measure = {
  name: "move",
  about: "a topic of 10,000 messages is moved",
  async run(bench) {
    const count = bench.settings.quick ? 100 : COUNT;
    const { server, organization } = await bench.stage({ of: "standard", hooks: true });
    const [{ id: sender }, channel] = [organization.people[0] ?? server.owner, organization.channels[0]?.id ?? 0];
    let newest = 0;
    for (let sent = 0; sent < count; sent += AT_ONCE) {
      bench.progress(`filling a topic: ${sent} of ${count}`);
      const some = Array.from({ length: Math.min(AT_ONCE, count - sent) }, (_, index) => {
        return { sender, to: channel, topic: "to be moved", content: `Number ${sent + index}` };
      });
      const { ids } = await server.call<{ ids: number[] }>("POST", "/testing/messages", { messages: some });
      newest = ids.at(-1) ?? 0;
    }
    const left = async () => {
      const narrow = [
        ["channel", channel],
        ["topic", "to be moved"],
      ];
      const fields = { anchor: "newest", num_before: 1, num_after: 0, narrow };
      const { messages } = await server.call<{ messages: { id: number }[] }>("GET", "/messages", fields, reader);
      return messages.length > 0;
    };
    const reader = organization.people[0] ?? server.owner;
    bench.progress("moving");
    const start = performance.now();
    await server.call("PATCH", `/messages/${newest}`, {
      topic: "moved",
      propagate_mode: "change_all",
      send_notification_to_new_thread: false,
    });
    bench.report({ name: "until the answer", value: performance.now() - start, unit: "ms" });
    while (await left());
    bench.report({ name: "until all have moved", value: performance.now() - start, unit: "ms" });
  },
};
