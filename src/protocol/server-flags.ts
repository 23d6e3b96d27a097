import type { VideoChatProvider } from "./limits.ts";

/** Features of a deployment, by their names in /register (register-and-events.md 4.1, rule 4). */
export interface ServerFlags {
  readonly development_environment: boolean;
  readonly max_file_upload_size_mib: number;
  readonly server_avatar_changes_disabled: boolean;
  readonly server_can_summarize_topics: boolean;
  /** Specific to this server: whether the server can transcribe voice messages. */
  readonly server_can_transcribe_voice: boolean;
  readonly server_emoji_data_url: string;
  readonly server_inline_image_preview: boolean;
  readonly server_inline_url_embed_preview: boolean;
  readonly server_jitsi_server_url: string | null;
  readonly server_max_deactivated_realm_deletion_days: number | null;
  readonly server_min_deactivated_realm_deletion_days: number | null;
  readonly server_name_changes_disabled: boolean;
  readonly server_needs_upgrade: boolean;
  readonly server_web_public_streams_enabled: boolean;
  readonly settings_send_digest_emails: boolean;
}

export const defaultServerFlags: ServerFlags = Object.freeze({
  development_environment: false,
  max_file_upload_size_mib: 100,
  server_avatar_changes_disabled: false,
  server_can_summarize_topics: false,
  server_can_transcribe_voice: false,
  server_emoji_data_url: "/static/emoji.json",
  server_inline_image_preview: true,
  server_inline_url_embed_preview: true,
  server_jitsi_server_url: "https://meet.jit.si",
  server_max_deactivated_realm_deletion_days: null,
  server_min_deactivated_realm_deletion_days: null,
  server_name_changes_disabled: false,
  server_needs_upgrade: false,
  server_web_public_streams_enabled: true,
  settings_send_digest_emails: false,
});

/** The video call providers a deployment offers. Zoom and BigBlueButton need credentials. */
export const videoChatProvidersOf = (
  has: { bigBlueButton: object | null; zoom: object | null },
  { ownCalls }: { readonly ownCalls: boolean },
): VideoChatProvider[] => [
  ...(["disabled"] as const),
  ...(ownCalls ? (["parley"] as const) : []),
  ...(["jitsi_meet"] as const),
  ...(has.bigBlueButton === null ? [] : (["big_blue_button"] as const)),
  ...(has.zoom === null ? [] : (["zoom_server_to_server"] as const)),
];
