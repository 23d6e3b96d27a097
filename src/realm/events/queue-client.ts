import * as v from "valibot";
import { stored } from "../../database/stored.ts";
import { isZulipTerminal, readsLevelForm } from "../../protocol/client-dialect.ts";

/** Capabilities a client can declare at registration (register-and-events.md 3). */
const CAPABILITIES = [
  "notification_settings_null",
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
  "individual_emoji_changes",
  // Specific to this server.
  "calls",
  "parley_onboarding_steps",
  "channel_boards",
  "outside_links",
  "recurring_messages",
  "bot_buttons",
] as const;
type Capability = (typeof CAPABILITIES)[number];

/** The options with which a client registered its queue. They determine which events it receives, and in which form. */
export interface QueueClient {
  readonly name: string;
  /** Only for clients that the tests simulate. */
  readonly version?: string | undefined;
  readonly capabilities: readonly Capability[];
  readonly event_types: readonly string[] | null;
  readonly apply_markdown: boolean;
  readonly client_gravatar: boolean;
  readonly slim_presence: boolean;
  readonly include_subscribers: boolean | "partial";
  readonly all_public_streams: boolean;
  readonly narrow: readonly (readonly [string, string])[];
}

const yes = v.optional(v.boolean(), true);
const no = v.optional(v.boolean(), false);

/** Reads a stored queue's options. Options that an older program didn't store get their defaults. */
export const readClient = stored(
  "queues.client",
  v.nullable(
    v.object({
      name: v.string(),
      version: v.optional(v.string()),
      capabilities: v.pipe(
        v.array(v.string()),
        v.transform((names): readonly Capability[] => CAPABILITIES.filter((name) => names.includes(name))),
      ),
      event_types: v.optional(v.nullable(v.array(v.string())), null),
      apply_markdown: no,
      client_gravatar: yes,
      slim_presence: no,
      include_subscribers: v.optional(v.union([v.boolean(), v.literal("partial")]), false),
      all_public_streams: no,
      narrow: v.optional(v.array(v.tuple([v.string(), v.string()])), []),
    }),
  ) satisfies v.GenericSchema<unknown, QueueClient | null>,
  () => null,
);

export const can = (client: Pick<QueueClient, "capabilities">, capability: Capability) =>
  client.capabilities.includes(capability);

/** True for Zulip's web client, which doesn't declare the capabilities specific to this server. */
export const isZulipWeb = (client: Pick<QueueClient, "name" | "capabilities">) =>
  client.name === "website" && !can(client, "parley_onboarding_steps");

/** True if a client gets its registered state in the form of Zulip's feature level. */
export const hasLevelForm = (client: Pick<QueueClient, "name" | "capabilities">) =>
  readsLevelForm(client.name) || isZulipWeb(client);

/** client_capabilities as sent: one key is required, unknown ones are ignored. */
export const capabilitiesSchema = v.pipe(
  v.object({
    ...v.entriesFromList(CAPABILITIES, v.optional(v.boolean())),
    notification_settings_null: v.boolean(),
  }),
  v.transform((declared): readonly Capability[] => CAPABILITIES.filter((name) => declared[name] === true)),
);

/** The options that determine the form of a client's events. Clients with equal forms receive the same JSON. */
export interface ClientForm {
  readonly capabilities: readonly Capability[];
  readonly apply_markdown: boolean;
  readonly client_gravatar: boolean;
  readonly slim_presence: boolean;
  readonly include_subscribers: boolean | "partial";
  readonly reads_level_form: boolean;
  readonly is_zulip_terminal: boolean;
}

/** Returns a client's form, and a key that is equal for equal forms. */
export function formOf(client: QueueClient): { readonly form: ClientForm; readonly formKey: string } {
  const { capabilities, apply_markdown, client_gravatar, slim_presence, include_subscribers } = client;
  const form: ClientForm = Object.freeze({
    ...{ capabilities, apply_markdown, client_gravatar, slim_presence, include_subscribers },
    // Doesn't use `isZulipWeb`, because requests for messages don't include the capabilities, and reactions must have
    // the same form there as in events.
    reads_level_form: readsLevelForm(client.name),
    is_zulip_terminal: isZulipTerminal(client.name),
  });
  return { form, formKey: JSON.stringify(form) };
}
