import type { Json } from "../../support/json.ts";
import { differences } from "./differences.ts";
import type { Form } from "./following-client.ts";
import { type Account, type Channel, type Message, type Model, topicKey } from "./model.ts";
import { flagsOf, isHidden, isUnread, keepsRow, readsChannel, readsHistory, seesChannel } from "./rules.ts";

/** Throws if what the server returns to an account differs from the model. */
export async function checkEverything(model: Model, account: Account, registration: Json, form: Form): Promise<void> {
  await checkOwnView(model, account);
  for (const channel of model.channels) await checkChannel(model, account, channel);
  checkRegistration(model, account, registration, form);
}

function same(what: string, had: Json, wanted: Json): void {
  const found = differences(had, wanted);
  if (found.length > 0) throw new Error(`${what}, returned but by the rules:\n  ${found.slice(0, 12).join("\n  ")}`);
}

const ALL = { anchor: "oldest", num_before: 0, num_after: 4000, allow_empty_topic_name: true, apply_markdown: false };

type Term = { operator: string; operand: Json; negated?: boolean };

async function fetched(account: Account, narrow: readonly Term[]): Promise<Json[] | undefined> {
  const { status, body } = await account.client.get("/messages", { ...ALL, narrow });
  if (status === 200) return body.messages;
  if (status === 400 && body.code === "BAD_NARROW") return undefined;
  throw new Error(`${account.name} cannot fetch ${JSON.stringify(narrow)}: ${status} ${JSON.stringify(body)}`);
}

/** Returns a message of the model as a line, as an account sees it. */
const modelled = (account: Account, message: Message) =>
  line(message.id, message.sender, message.place, flagsOf(account, message));

function returned({ id, sender_id, type, stream_id, subject, display_recipient, flags }: Json): string {
  const place =
    type === "stream"
      ? { channel: stream_id, topic: subject }
      : { people: display_recipient.map((one: Json) => one.id).sort((a: number, b: number) => a - b) };
  return line(id, sender_id, place, flags);
}

function line(id: number, sender: number, place: Message["place"], flags: Iterable<string>): string {
  const where = "channel" in place ? `${place.channel}>${place.topic}` : place.people.join("+");
  const known = [...flags].filter((flag) => flag !== "wildcard_mentioned").sort();
  return `${id} of ${sender} in ${where}: ${known}`;
}

let turn = 0;
const MENTIONS = ["mentioned", "stream_wildcard_mentioned", "topic_wildcard_mentioned"];

async function checkOwnView(model: Model, account: Account): Promise<void> {
  const own = [...model.messages.values()]
    .filter((message) => message.rows.has(account.id) && keepsRow(model, account, message))
    .sort((a, b) => a.id - b.id);
  const has = (message: Message, flag: string) => flagsOf(account, message).has(flag);
  const views: [Term[], (message: Message) => boolean][] = [
    [[], () => true],
    [[{ operator: "is", operand: "unread" }], (message) => !has(message, "read")],
    [[{ operator: "is", operand: "starred" }], (message) => has(message, "starred")],
    [[{ operator: "is", operand: "mentioned" }], (message) => MENTIONS.some((flag) => has(message, flag))],
    [[{ operator: "is", operand: "dm" }], ({ place }) => "people" in place],
    [[{ operator: "is", operand: "muted" }], (message) => isHidden(model, account, message)],
    [
      [{ operator: "is", operand: "followed" }],
      ({ place }) => "channel" in place && model.policyOf(account, place.channel, place.topic) === 3,
    ],
    [[{ operator: "is", operand: "resolved" }], ({ place }) => "channel" in place && place.topic.startsWith("✔ ")],
    [
      [{ operator: "in", operand: "home" }],
      (message) => !isHidden(model, account, message) || MENTIONS.some((flag) => has(message, flag)),
    ],
  ];
  // Checks all messages, and one of the other views. Each call checks another view.
  turn += 1;
  for (const [narrow, belongs] of [views[0], views[1 + (turn % (views.length - 1))]].filter(
    (view) => view !== undefined,
  )) {
    same(
      `the messages of ${account.name} in ${JSON.stringify(narrow)}`,
      (await fetched(account, narrow))?.map(returned),
      own.filter(belongs).map((message) => modelled(account, message)),
    );
  }
}

async function checkChannel(model: Model, account: Account, channel: Channel): Promise<void> {
  const inIt = [...model.messages.values()]
    .filter(({ place }) => "channel" in place && place.channel === channel.id)
    .sort((a, b) => a.id - b.id);
  const isWhole = readsHistory(model, account, channel);
  const visible = inIt.filter(
    (message) => isWhole || (message.rows.has(account.id) && keepsRow(model, account, message)),
  );
  const reads = readsChannel(model, account, channel);
  const shown = (await fetched(account, [{ operator: "channel", operand: channel.id }]))?.map(returned);
  // For a channel with metadata access only, the protocol doesn't say whether the request is refused or returns
  // nothing.
  const isOpen = reads || (seesChannel(model, account, channel) && shown !== undefined);
  same(
    `what ${account.name} reads in ${channel.name}`,
    shown ?? "nothing",
    isOpen ? visible.map((message) => modelled(account, message)) : "nothing",
  );
  const { status, body } = await account.client.get(`/users/me/${channel.id}/topics`, {
    allow_empty_topic_name: true,
  });
  const newest = new Map<string, Message>();
  for (const message of visible) {
    if ("channel" in message.place) newest.set(topicKey(message.place.topic), message);
  }
  if (isOpen && !reads) return;
  // The protocol doesn't say how a topic is capitalized after its newest message was deleted.
  same(
    `the topics of ${channel.name} for ${account.name}`,
    status === 200 ? body.topics.map(({ name, max_id }: Json) => `${max_id} ${topicKey(name)}`) : "nothing",
    reads ? [...newest].sort(([, a], [, b]) => b.id - a.id).map(([key, { id }]) => `${id} ${key}`) : "nothing",
  );
  for (const message of inIt.filter((one) => !visible.includes(one)).slice(-2)) {
    const answer = await account.client.get(`/messages/${message.id}`);
    if (answer.status === 200) throw new Error(`${account.name} can read message ${message.id}, which is not for them`);
  }
}

const idsOf = (list: readonly Json[], name: string) => list.map((one) => one[name]).sort((a, b) => a - b);

function checkRegistration(
  model: Model,
  account: Account,
  state: Json,
  { client_capabilities, include_subscribers }: Form,
) {
  const { name } = account;
  const shown = (channel: Channel) =>
    seesChannel(model, account, channel) && (!channel.isArchived || client_capabilities["archived_channels"] === true);
  const ids = model.channels.filter(shown).map(({ id }) => id);
  same(`the channels of ${name}`, idsOf(state.streams, "stream_id"), ids);
  const lists = [...state.subscriptions, ...state.unsubscribed, ...state.never_subscribed];
  same(`the channels of ${name}, in three lists`, idsOf(lists, "stream_id"), ids);
  const subscribed = model.channels.filter((one) => shown(one) && one.subscribers.has(account.id));
  same(
    `the subscriptions of ${name}`,
    idsOf(state.subscriptions, "stream_id"),
    subscribed.map(({ id }) => id),
  );
  if (include_subscribers) {
    for (const { stream_id, subscribers } of lists) {
      const active = [...model.channel(stream_id).subscribers].filter((id) => model.account(id)?.isActive ?? true);
      same(
        `the subscribers of ${model.channel(stream_id).name} for ${name}`,
        [...subscribers].sort((a, b) => a - b),
        active.sort((a, b) => a - b),
      );
    }
  }
  // Clients without the capability `archived_channels` get no unread messages of archived channels.
  const hides = client_capabilities["archived_channels"] !== true;
  checkUnread(
    model,
    account,
    state,
    ({ place }) => hides && "channel" in place && model.channel(place.channel).isArchived,
  );
  same(
    `the stars of ${name}`,
    [...state.starred_messages].sort((a, b) => a - b),
    [...model.messages.values()]
      .filter((one) => one.rows.get(account.id)?.has("starred") && keepsRow(model, account, one))
      .map(({ id }) => id)
      .sort((a, b) => a - b),
  );
  // The protocol doesn't say whether topics of channels that the user can't see are returned.
  same(
    `the topic preferences of ${name}`,
    state.user_topics
      .filter((entry: Json) => shown(model.channel(entry.stream_id)))
      .map((entry: Json) => `${entry.stream_id}/${keyOf(entry.topic_name, state)}: ${entry.visibility_policy}`)
      .sort(),
    [...account.policies]
      .filter(([, { channel }]) => shown(model.channel(channel)))
      .map(([key, { policy }]) => `${key}: ${policy}`)
      .sort(),
  );
  same(
    `whom ${name} has muted`,
    idsOf(state.muted_users, "id"),
    [...account.muted].sort((a, b) => a - b),
  );
  same(
    `the drafts of ${name}`,
    idsOf(state.drafts, "id"),
    [...account.drafts.keys()].sort((a, b) => a - b),
  );
  same(
    `the scheduled messages of ${name}`,
    idsOf(state.scheduled_messages, "scheduled_message_id"),
    [...account.scheduled.keys()].sort((a, b) => a - b),
  );
  checkGroups(model, account, state, client_capabilities["include_deactivated_groups"] === true);
}

const keyOf = (topic: string, state: Json) => (topic === state.realm_empty_topic_display_name ? "" : topicKey(topic));

function checkUnread(model: Model, account: Account, state: Json, isOut: (message: Message) => boolean): void {
  const unread = [...model.messages.values()].filter((one) => isUnread(model, account, one) && !isOut(one));
  const places = new Map<string, number[]>();
  for (const { id, place } of unread) {
    const key =
      "channel" in place
        ? `${place.channel}>${topicKey(place.topic)}`
        : place.people.length <= 2
          ? `with ${place.people.find((other) => other !== account.id) ?? account.id}`
          : `among ${place.people.join()}`;
    places.set(key, [...(places.get(key) ?? []), id]);
  }
  const { pms, streams, huddles, mentions, count } = state.unread_msgs;
  const had: [string, number[]][] = [
    ...pms.map((one: Json) => [`with ${one.other_user_id}`, one.unread_message_ids]),
    ...streams.map((one: Json) => [`${one.stream_id}>${keyOf(one.topic, state)}`, one.unread_message_ids]),
    ...huddles.map((one: Json) => [`among ${one.user_ids_string}`, one.unread_message_ids]),
  ];
  const inOrder = (all: Iterable<[string, number[]]>) =>
    Object.fromEntries(
      [...all].sort(([a], [b]) => a.localeCompare(b)).map(([key, ids]) => [key, [...ids].sort((a, b) => a - b)]),
    );
  same(`what ${account.name} has not read`, inOrder(had), inOrder(places));
  const isMention = (message: Message) => {
    const flags = flagsOf(account, message);
    return flags.has("mentioned") || (!isHidden(model, account, message) && MENTIONS.some((flag) => flags.has(flag)));
  };
  same(
    `the unread mentions of ${account.name}`,
    [...mentions].sort((a, b) => a - b),
    unread
      .filter(isMention)
      .map(({ id }) => id)
      .sort((a, b) => a - b),
  );
  same(
    `how much ${account.name} has not read`,
    count,
    unread.filter((message) => !isHidden(model, account, message)).length,
  );
}

function checkGroups(model: Model, { name }: Account, state: Json, showsDeactivated: boolean): void {
  const own = state.realm_user_groups.filter((group: Json) => !group.is_system_group);
  same(
    `the groups that ${name} gets`,
    own.map((group: Json) => [
      group.id,
      [...group.members].sort(),
      [...group.direct_subgroup_ids].sort(),
      group.deactivated,
    ]),
    model.groups
      .filter(({ isActive }) => isActive || showsDeactivated)
      .map(({ id, members, subgroups, isActive }) => [
        id,
        [...members].filter((member) => model.account(member)?.isActive).sort(),
        [...subgroups].sort(),
        !isActive,
      ]),
  );
}
