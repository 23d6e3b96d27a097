import * as v from "valibot";

/** What a client can declare at registration (register-and-events.md 3). */
export const CAPABILITIES = [
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
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** How one queue wants its events: what its client asked for when it registered. */
export interface QueueClient {
  readonly name: string;
  readonly capabilities: readonly Capability[];
  readonly event_types: readonly string[] | null;
  readonly apply_markdown: boolean;
  readonly client_gravatar: boolean;
  readonly slim_presence: boolean;
  readonly include_subscribers: boolean | "partial";
  readonly all_public_streams: boolean;
  readonly narrow: readonly (readonly [string, string])[];
}

export const can = (client: Pick<QueueClient, "capabilities">, capability: Capability) =>
  client.capabilities.includes(capability);

/** client_capabilities as sent: one key is required, unknown ones are ignored. */
export const capabilitiesSchema = v.pipe(
  v.object({
    ...v.entriesFromList(CAPABILITIES, v.optional(v.boolean())),
    notification_settings_null: v.boolean(),
  }),
  v.transform((declared): readonly Capability[] => CAPABILITIES.filter((name) => declared[name] === true)),
);

/** Clients that differ in none of this see the same bytes of an event. */
export const clientForm = (client: QueueClient): string =>
  JSON.stringify([
    client.capabilities,
    client.apply_markdown,
    client.client_gravatar,
    client.slim_presence,
    client.include_subscribers,
    /^zulip/i.test(client.name),
  ]);
