export interface Presence {
  /** Seconds since 1970 at which somebody last used a client, and at which one was last open; 0 for never. */
  readonly active_timestamp: number;
  readonly idle_timestamp: number;
}

export interface Status {
  away?: boolean;
  status_text?: string;
  emoji_name?: string;
  emoji_code?: string;
  reaction_type?: string;
}

/** Both by the ids of users. Who has neither, is in neither. */
export interface PresenceState {
  presences: Record<string, Presence>;
  presence_last_update_id: number;
  server_timestamp: number;
  user_status: Record<string, Status>;
  realm_presence_disabled: boolean;
  server_presence_ping_interval_seconds: number;
  server_presence_offline_threshold_seconds: number;
}
