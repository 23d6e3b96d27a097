import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";
import { can, type QueueClient } from "../../../realm/events/queue-client.ts";

const openLinkSchema = v.strictObject({
  link_id: v.number(),
  channel_id: v.number(),
  topic: v.nullable(v.string()),
  expires_at: v.number(),
  creator_id: v.number(),
  user_ids: v.array(v.number()),
});

const wishSchema = v.nullable(v.strictObject({ email: v.string() }));

export const managedLinkSchema = v.strictObject({
  link_id: v.number(),
  creator_id: v.number(),
  channel_id: v.number(),
  topic: v.nullable(v.string()),
  history: v.boolean(),
  created_at: v.number(),
  expires_at: v.number(),
  max_people: v.number(),
  can_post: v.boolean(),
  can_upload: v.boolean(),
  can_call: v.boolean(),
  url: v.nullable(v.string()),
  /** Number of people who became guests. */
  kept: v.number(),
  ended_at: v.nullable(v.number()),
  end_reason: v.nullable(v.picklist(["date", "ended", "creator", "channel", "moved"])),
  people: v.array(
    v.strictObject({
      user_id: v.number(),
      entered_at: v.number(),
      last_active: v.nullable(v.number()),
      wants_to_stay: wishSchema,
      gone: v.nullable(v.picklist(["left", "removed"])),
    }),
  ),
  devices: v.array(
    v.strictObject({ request_id: v.number(), user_id: v.number(), asked_at: v.number(), code: v.string() }),
  ),
});
export type ManagedLink = v.InferOutput<typeof managedLinkSchema>;

const outsideAccessSchema = v.strictObject({
  link_id: v.number(),
  channel_id: v.number(),
  topic: v.nullable(v.string()),
  history: v.boolean(),
  expires_at: v.number(),
  inviter_id: v.number(),
  can_post: v.boolean(),
  can_upload: v.boolean(),
  can_call: v.boolean(),
  can_keep: v.boolean(),
  /** Other browsers waiting to be confirmed as this person's. */
  devices: v.array(v.strictObject({ request_id: v.number(), asked_at: v.number(), code: v.string() })),
  wants_to_stay: wishSchema,
  can_get_mail: v.boolean(),
  /** The person's address for emails about messages, used once it is confirmed. Null if there is none. */
  mail: v.nullable(v.strictObject({ email: v.string(), confirmed: v.boolean() })),
  /** The person's sessions that others confirmed. `by` is null if the person can't see who it was. */
  let_in: v.array(v.strictObject({ session_id: v.number(), by: v.nullable(v.number()), at: v.number() })),
});

const type = "outside_links";

/** True for clients that have the capability or request the event type by name. */
export const wants = (client: Pick<QueueClient, "capabilities" | "event_types">): boolean =>
  can(client, "outside_links") || client.event_types?.includes(type) === true;

export const linkAdded = event({ type, op: "add", fields: { outside_link: openLinkSchema }, wants });
export const linkUpdated = event({ type, op: "update", fields: { outside_link: openLinkSchema }, wants });
export const linkRemoved = event({ type, op: "remove", fields: { link_id: v.number() }, wants });
export const linkManaged = event({ type, op: "managed", fields: { outside_link: managedLinkSchema }, wants });
export const accessChanged = event({ type, op: "access", fields: { outside_access: outsideAccessSchema }, wants });
