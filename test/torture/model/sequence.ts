import * as fc from "fast-check";
import type { Json } from "../../support/json.ts";
import type { Form } from "./following-client.ts";
import { type Account, type ApiClient, Model } from "./model.ts";
import type { Step } from "./operation.ts";
import { createChannel } from "./operations/channels.ts";
import { operations } from "./operations/index.ts";
import { permissionsOf } from "./values.ts";
import { World } from "./world.ts";

const CAPABILITIES = [
  "bulk_message_deletion",
  "user_avatar_url_field_optional",
  "stream_typing_notifications",
  "user_settings_object",
  "linkifier_url_template",
  "user_list_incomplete",
  "include_deactivated_groups",
  "archived_channels",
  "empty_topic_name",
  "simplified_presence_events",
];

const form = (flag: fc.Arbitrary<boolean>): fc.Arbitrary<Form> =>
  fc.record({
    apply_markdown: flag,
    client_gravatar: flag,
    slim_presence: flag,
    include_subscribers: flag,
    client_capabilities: fc.record(
      Object.fromEntries([...CAPABILITIES, "notification_settings_null"].map((name) => [name, flag])),
    ),
  });

/** How clients register: with all capabilities, with none, and with some. */
const forms = fc.array(fc.oneof(form(fc.constant(true)), form(fc.constant(false)), form(fc.boolean())), {
  minLength: 4,
  maxLength: 7,
});

const step: fc.Arbitrary<Step> = fc.oneof(...operations.map(({ weight, steps }) => ({ weight, arbitrary: steps })));

/** What one test does: the forms of the clients, and the requests. */
export interface Sequence {
  readonly forms: readonly Form[];
  readonly steps: readonly Step[];
}

export const sequences = (length: number): fc.Arbitrary<Sequence> =>
  fc.record({ forms, steps: fc.array(step, { minLength: length / 2, maxLength: length, size: "max" }) });

/** An account that takes part. The first is the organization's owner. */
export interface Participant {
  readonly name: string;
  readonly client: ApiClient;
  readonly role: number;
  /** The name of a bot's owner. */
  readonly owner?: string;
}

const CHECK_EVERY = 5;

/** Performs a sequence in a new organization. Throws if the server and the model differ. */
export async function performSequence(
  people: readonly Participant[],
  sequence: Sequence,
  log: (line: string) => void,
): Promise<void> {
  const model = await begin(people);
  const world = new World(model, sequence.forms, log);
  await world.addClients();
  const [owner, administrator, moderator, member, other, guest] = model.accounts as [Account, ...Account[]];
  const somebody = [administrator, moderator, member, other, guest].filter((one) => one !== undefined);
  await createChannel(world, owner, "public", somebody);
  await createChannel(world, member ?? owner, "protected", somebody.slice(2));
  await createChannel(world, other ?? owner, "private", somebody.slice(3));
  await world.check("all");
  for (const [index, each] of sequence.steps.entries()) {
    await each.perform(world);
    await world.settle();
    if (index % CHECK_EVERY === CHECK_EVERY - 1) await world.check("some");
  }
  await world.check("all");
}

async function begin(people: readonly Participant[]): Promise<Model> {
  const model = new Model();
  for (const { name, client, role, owner } of people) {
    const bot = owner === undefined ? {} : { owner: model.accounts.find((one) => one.name === owner) as Account };
    model.accounts.push({
      ...{
        id: client.id,
        name,
        client,
        ...bot,
        role,
        isActive: true,
        muted: new Set(),
        policies: new Map(),
        doubts: new Set(),
      },
      settings: { follow: 3, unmute: 2, followMentions: true, resolvedNotices: "except_followed" },
      ...{ drafts: new Map(), scheduled: new Map() },
    });
  }
  const owner = model.accounts[0] as Account;
  const { body } = await owner.client.post("/register");
  for (const { id, name, is_system_group } of body.realm_user_groups)
    if (is_system_group) model.systemGroups.set(name, id);
  for (const [name, value] of Object.entries<Json>(body)) {
    if (/^realm_(can|direct|create_multiuse).*_group$|^realm_can_/.test(name))
      model.realm.permissions[name.slice("realm_".length)] = value;
  }
  await learnChannels(model, body);
  return model;
}

async function learnChannels(model: Model, state: Json): Promise<void> {
  for (const channel of [...state.subscriptions, ...state.unsubscribed, ...state.never_subscribed]) {
    const subscribers = new Set<number>();
    for (const { id, client } of model.accounts) {
      const { body } = await client.get("/users/me/subscriptions");
      if (body.subscriptions.some((one: Json) => one.stream_id === channel.stream_id)) subscribers.add(id);
    }
    model.channels.push({
      ...{ id: channel.stream_id, name: channel.name, isPrivate: channel.invite_only },
      ...{ sharesHistory: channel.history_public_to_subscribers, isArchived: false, subscribers, mutedBy: new Set() },
      permissions: permissionsOf(channel),
    });
  }
  for (const { id, client, policies } of model.accounts) {
    const { body } = await client.get("/messages", {
      ...{ anchor: "oldest", num_before: 0, num_after: 1000, allow_empty_topic_name: true },
    });
    for (const message of body.messages) {
      const known = model.messages.get(message.id) ?? {
        ...{ id: message.id, sender: message.sender_id, sentAt: 0, content: message.content, isWidget: false },
        ...{ reactors: new Set<number>(), rows: new Map<number, Set<string>>() },
        place:
          message.type === "stream"
            ? { channel: message.stream_id, topic: message.subject }
            : { people: message.display_recipient.map((one: Json) => one.id).sort((a: number, b: number) => a - b) },
      };
      model.messages.set(message.id, known);
      known.rows.set(id, new Set(message.flags));
    }
    const { user_topics } = (await client.post("/register", { fetch_event_types: ["user_topic"] })).body;
    if (user_topics.length > 0 || policies.size > 0) throw new Error("nobody has chosen topics yet");
  }
}
