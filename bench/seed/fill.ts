import { Connection } from "../load/connection.ts";
import { type Account, apiRequest, type Fields } from "../load/requests.ts";
import type { Progress } from "../progress.ts";
import { Server } from "../server/server.ts";
import { addActivity, liftTimeLimits, readAll, uploadFiles } from "./activity.ts";
import { type Draft, messages } from "./messages.ts";
import type { Organization } from "./people.ts";
import { type Channel, channelsOf, type Size } from "./people.ts";
import { Random } from "./random.ts";

const USERS_AT_ONCE = 500;
const MESSAGES_AT_ONCE = 500;
/** The number of messages requests in flight: the server handles one while the next is being written. */
const IN_FLIGHT = 2;
/** The share of messages that everyone has read. */
const READ = 0.99;

export async function fill(
  data: string,
  size: Size,
  progress: Progress,
): Promise<Pick<Organization, "people" | "channels">> {
  const server = await Server.start(data, { hooks: true });
  try {
    const random = new Random(size.messages);
    const people = await fillUsers(server, size, progress);
    const channels = await fillChannels(server, channelsOf(size, random), people, progress);
    await liftTimeLimits(server);
    const files = await uploadFiles(server, people);
    const drafts = messages({ people: people.map(({ id }) => id), channels, files }, size, random);
    const low = Math.floor(size.messages * READ);
    // All of these messages are marked as read below, so they needn't be marked for their senders.
    await fillMessages(server, drafts, { from: 0, to: low, of: size.messages, read_by_sender: false }, progress);
    await readAll(server, people, progress);
    await fillMessages(
      server,
      drafts,
      { from: low, to: size.messages, of: size.messages, read_by_sender: true },
      progress,
    );
    await addActivity(server, size, people, progress);
    return { people, channels };
  } finally {
    await server.stop();
  }
}

async function fillUsers(server: Server, { users }: Size, progress: Progress): Promise<Account[]> {
  const people: Account[] = [];
  while (people.length < users) {
    progress.part("people", people.length, users);
    const count = Math.min(USERS_AT_ONCE, users - people.length);
    const wanted = Array.from({ length: count }, (_, index) => {
      const number = people.length + index + 1;
      return { email: `person${number}@example.com`, full_name: `Person ${number}` };
    });
    const { keys } = await server.call<{ keys: { user_id: number; api_key: string }[] }>("POST", "/testing/users", {
      users: wanted,
    });
    for (const [index, { user_id, api_key }] of keys.entries()) {
      people.push({ id: user_id, email: wanted[index]?.email ?? "", key: api_key });
    }
  }
  return people;
}

async function fillChannels(
  server: Server,
  channels: readonly Channel[],
  people: readonly Account[],
  progress: Progress,
): Promise<(Channel & { id: number })[]> {
  for (const [rank, { name, isPrivate, members }] of channels.entries()) {
    progress.part("channels", rank, channels.length);
    await server.call("POST", "/users/me/subscriptions", {
      subscriptions: [{ name }],
      principals: members.map((place) => people[place]?.id ?? 0),
      invite_only: isPrivate,
      send_new_subscription_messages: false,
    });
  }
  const { streams } = await server.call<{ streams: { name: string; stream_id: number }[] }>("GET", "/streams", {
    include_all: true,
    include_public: true,
  });
  const ids = new Map(streams.map(({ name, stream_id }) => [name, stream_id]));
  return channels.map((channel) => ({ ...channel, id: ids.get(channel.name) ?? 0 }));
}

async function fillMessages(
  server: Server,
  drafts: Generator<Draft, never>,
  part: { readonly from: number; readonly to: number; readonly of: number; readonly read_by_sender: boolean },
  progress: Progress,
): Promise<void> {
  const { to, of, read_by_sender } = part;
  let sent = part.from;
  const work = async () => {
    const connection = new Connection(server.port);
    while (sent < to) {
      progress.part("messages", sent, of);
      const count = Math.min(MESSAGES_AT_ONCE, to - sent);
      sent += count;
      const messages = Array.from({ length: count }, () => drafts.next().value);
      await post(connection, server.owner, "/testing/messages", { messages, read_by_sender });
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
}

async function post(connection: Connection, account: Account, path: string, fields: Fields): Promise<void> {
  const { status, body } = await connection.send(apiRequest("POST", path, account, fields));
  if (status !== 200) throw new Error(`POST ${path}: ${status} ${body.toString().slice(0, 300)}`);
}
