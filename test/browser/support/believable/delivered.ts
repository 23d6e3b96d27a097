import type { Person } from "../../../process/support/person.ts";

/** Delivers requests of other services to a bot: some become messages, some don't. */
export async function deliverTo(bot: Person, channel: number): Promise<void> {
  const send = (integration: string, fields: Record<string, string>, query: Record<string, string> = {}) =>
    bot.post(`/external/${integration}?${new URLSearchParams({ api_key: bot.key, ...query })}`, fields);
  const stream = { stream: String(channel) };
  await send("ifttt", { topic: "hoist releases", content: "**2.4.1** of the hoist's driver is out." }, stream);
  await send("slack_incoming", { payload: '{"text":""}' }, stream);
  await send("linear", { payload: '{"type":"Project","action":"create"}' }, stream);
  await send("ifttt", { topic: "", content: "Nobody knows what about." }, stream);
  const tide = { station: { name: "Outer mole", url: "https://tides.example/mole" }, height: 4.2, gauges: [{ id: 7 }] };
  await send("template", { payload: JSON.stringify(tide) }, { content_template: "{% if false %}x{% endif %}" });
}
