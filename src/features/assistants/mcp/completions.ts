import type { CompletionRequest } from "../../../mcp/server.ts";
import { checkScope } from "../tools/call-tool.ts";
import { type Caller, callEndpoint } from "../tools/caller.ts";
import { channelsOf } from "../tools/channels.ts";
import { inOneLine } from "../tools/clean.ts";
import { peopleMatching } from "../tools/people-list.ts";

const MAX_PEOPLE = 50;

export async function completionsFor(caller: Caller, { argument, known }: CompletionRequest): Promise<string[]> {
  checkScope("read", caller);
  const { name, value } = argument;
  switch (name) {
    case "conversation":
      return (await channelsFitting(caller, value.replace(/^#/, ""))).map((one) => `#${inOneLine(one.name)}`);
    case "channel_id":
      return (await channelsFitting(caller, value)).map((one) => String(one.stream_id));
    case "topic":
      return topics(caller, known["channel_id"] ?? "", value);
    case "user_ids":
      return (await peopleMatching(caller, { match: value, limit: MAX_PEOPLE })).map((one) => String(one.user_id));
    default:
      return [];
  }
}

async function channelsFitting(caller: Caller, text: string) {
  const key = text.trim().toLowerCase();
  const channels = await channelsOf(caller);
  return channels.filter(
    ({ name, stream_id }) => name.toLowerCase().includes(key) || String(stream_id).startsWith(key),
  );
}

async function topics(caller: Caller, channel: string, text: string): Promise<string[]> {
  if (!/^\d{1,15}$/.test(channel)) return [];
  const { topics } = await callEndpoint<{ topics: { name: string }[] }>(caller, `GET /users/me/${channel}/topics`);
  const key = text.trim().toLowerCase();
  return topics.map(({ name }) => name).filter((name) => name.toLowerCase().includes(key));
}
