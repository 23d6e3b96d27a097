/**
 * Types of what the server sends to clients, for use by the web client. They are inferred from the features' event
 * schemas; the web client can import only types from these. An `events.ts` imports nothing that only the server's
 * runtime has.
 */
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

/** Events by `type/op`, or by `type` if they have no `op`. A name with several forms maps to any of them. */
export type WireEvents = { readonly [Event in WireEvent as NameOf<Event>]: Event };

/** The organization's part of the reply of `POST /register`. */
export type WireRealmState = ReturnType<
  typeof import("./features/organization/organization-settings/realm-state.ts").realmState
>;

export type WireAuditAction = import("./features/trust/audit-log/actions.ts").AuditAction;

export type Frozen<Value> = Value extends object ? { readonly [Name in keyof Value]: Frozen<Value[Name]> } : Value;
