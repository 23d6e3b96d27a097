import type { RealmPermissionName } from "../../../protocol/permission-settings.ts";
import type { Channel } from "../state.ts";

/** The combinations of the protocol's privacy fields that the client offers. */
export type ChannelKind = "public" | "private-shared" | "private" | "web-public";

interface Traits {
  /** Permission to create channels of this kind. */
  readonly permission: RealmPermissionName;
  /** Fields of `PATCH /streams/:id` that give a channel this kind. */
  readonly fields: {
    readonly is_private: boolean;
    readonly is_web_public: boolean;
    readonly history_public_to_subscribers: boolean;
  };
}

export const CHANNEL_KINDS: Readonly<Record<ChannelKind, Traits>> = {
  public: {
    permission: "can_create_public_channel_group",
    fields: { is_private: false, is_web_public: false, history_public_to_subscribers: true },
  },
  "private-shared": {
    permission: "can_create_private_channel_group",
    fields: { is_private: true, is_web_public: false, history_public_to_subscribers: true },
  },
  private: {
    permission: "can_create_private_channel_group",
    fields: { is_private: true, is_web_public: false, history_public_to_subscribers: false },
  },
  "web-public": {
    permission: "can_create_web_public_channel_group",
    fields: { is_private: false, is_web_public: true, history_public_to_subscribers: true },
  },
};

export const channelKinds = Object.keys(CHANNEL_KINDS) as readonly ChannelKind[];

export function channelKind({ is_web_public, invite_only, history_public_to_subscribers }: Channel): ChannelKind {
  if (is_web_public) return "web-public";
  if (!invite_only) return "public";
  return history_public_to_subscribers ? "private-shared" : "private";
}
