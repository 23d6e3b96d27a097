/**
 * Types of what the server sends, for use by the web client. They are inferred from the features' event and reply
 * schemas, from which the web client can only import types. Modules imported here must not import anything that exists
 * only in the server's runtime.
 */
import type * as v from "valibot";
import type { exclusionSchema, grantSchema } from "./features/assistants/grant-lists/grant-schema.ts";
import type { programSchema } from "./features/integrations/hosted-bots/program-schema.ts";
import type { deliverySchema } from "./features/integrations/incoming-webhooks/delivery-schema.ts";
import type { snapshotSchema } from "./features/messages/edit-history/snapshot-schema.ts";
import type { pausedMessageSchema } from "./features/messages/scheduled-messages/events.ts";
import type { inviteSchema } from "./features/people/invitations/events.ts";
import type { connectionSchema } from "./features/people/sso-connections/connection-schema.ts";
import type { externalLoginSchema } from "./features/people/sso-login/external-login-schema.ts";
import type { loginDomainSchema } from "./features/people/verified-domains/login-domain-schema.ts";
import type { destinationSchema } from "./features/server/audit-streaming/push/destination-schema.ts";
import type { importSchema } from "./features/server/imports/import-schema.ts";
import type { statisticsSchema } from "./features/server/statistics/statistics-schema.ts";
import type { holdSchema } from "./features/trust/legal-holds/hold-schema.ts";
import type { EventKind } from "./realm/events/event.ts";

type Modules =
  | typeof import("./features/assistants/oauth-grants/events.ts")
  | typeof import("./features/channels/channels/default-groups/events.ts")
  | typeof import("./features/channels/channels/events.ts")
  | typeof import("./features/channels/channel-folders/events.ts")
  | typeof import("./features/channels/topic-visibility/events.ts")
  | typeof import("./features/files/attachments/events.ts")
  | typeof import("./features/integrations/bot-commands/events.ts")
  | typeof import("./features/integrations/outgoing-webhooks/events.ts")
  | typeof import("./features/messages/boards/events.ts")
  | typeof import("./features/messages/voice-rooms/events.ts")
  | typeof import("./features/messages/calls/events.ts")
  | typeof import("./features/messages/message-deletion/events.ts")
  | typeof import("./features/messages/drafts/events.ts")
  | typeof import("./features/messages/editing/events.ts")
  | typeof import("./features/messages/core/events.ts")
  | typeof import("./features/messages/navigation-views/events.ts")
  | typeof import("./features/messages/presses/events.ts")
  | typeof import("./features/messages/push-notifications/events.ts")
  | typeof import("./features/messages/reactions/events.ts")
  | typeof import("./features/messages/reminders/events.ts")
  | typeof import("./features/messages/saved-snippets/events.ts")
  | typeof import("./features/messages/scheduled-messages/events.ts")
  | typeof import("./features/messages/typing/events.ts").typingEvents
  | typeof import("./features/messages/typing/events.ts").typingEditEvents
  | typeof import("./features/messages/widget-actions/events.ts")
  | typeof import("./features/organization/email-domains/events.ts")
  | typeof import("./features/organization/emoji/events.ts")
  | typeof import("./features/organization/user-groups/events.ts")
  | typeof import("./features/organization/linkifiers/events.ts")
  | typeof import("./features/organization/playgrounds/events.ts")
  | typeof import("./features/organization/profile-fields/events.ts")
  | typeof import("./features/organization/organization-settings/events.ts")
  | typeof import("./features/organization/account-actions/bots/events.ts")
  | typeof import("./features/organization/accounts/events.ts")
  | typeof import("./features/people/alert-words/events.ts")
  | typeof import("./features/people/invitations/events.ts")
  | typeof import("./features/people/muted-users/events.ts")
  | typeof import("./features/people/onboarding/events.ts")
  | typeof import("./features/messages/outside-links/events.ts")
  | typeof import("./features/people/presence/events.ts")
  | typeof import("./features/people/user-settings/events.ts")
  | typeof import("./features/people/user-status/events.ts")
  | typeof import("./features/server/exports/events.ts")
  | typeof import("./features/server/personal-data-export/events.ts")
  | typeof import("./features/server/compliance-exports/events.ts");

type Exports<Module> = Module extends unknown ? Module[keyof Module] : never;
type WireOf<Export> = Export extends { readonly kind: EventKind<infer Wire> } ? Wire : never;

/** A server event, as received by a client with the web client's capabilities. */
type WireEvent = Extract<WireOf<Exports<Modules>>, { readonly type: string }>;

type NameOf<Event> = Event extends { readonly type: infer Type extends string; readonly op?: infer Op }
  ? Op extends string
    ? `${Type}/${Op}`
    : Type
  : never;

/** Events by `type/op`, or by `type` if they have no `op`. If a name has several forms, it maps to their union. */
export type WireEvents = { readonly [Event in WireEvent as NameOf<Event>]: Event };

/** The organization's part of the reply of `POST /register`. */
export type WireRealmState = ReturnType<
  typeof import("./features/organization/organization-settings/realm-state.ts").realmState
>;

/** Type of a reply as clients receive it, inferred from its schema. */
type Sent<Schema extends v.GenericSchema> = Frozen<v.InferOutput<Schema>>;

export type WireExclusions = Sent<typeof exclusionSchema>;
export type WireAssistant = Sent<typeof grantSchema>;
export type WireBotProgram = Sent<typeof programSchema>;
export type WireDelivery = Sent<typeof deliverySchema>;
export type WireLoginConnection = Sent<typeof connectionSchema>;
export type WireImport = Sent<typeof importSchema>;
export type WireStatistics = Sent<typeof statisticsSchema>;
export type WireHold = Sent<typeof holdSchema>;
export type WireMessageVersion = Sent<typeof snapshotSchema>;
export type WirePausedMessage = Sent<typeof pausedMessageSchema>;
export type WireInvitation = Sent<typeof inviteSchema>;
export type WireExternalLogin = Sent<typeof externalLoginSchema>;
export type WireLoginDomain = Sent<typeof loginDomainSchema>;
export type WireAuditDestination = Sent<typeof destinationSchema>;

export type WireAuditAction = import("./features/trust/audit-log/actions.ts").AuditAction;

export type Frozen<Value> = Value extends object ? { readonly [Name in keyof Value]: Frozen<Value[Name]> } : Value;
