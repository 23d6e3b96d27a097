/** Settings of Parley's own calls, in the form defined in settings.ts. */
export const callSettings = {
  CALLS: {
    takes: { kind: "switch" },
    says: 'Whether people can start calls on this server ("on" or "off").',
    default: "on",
  },
  CALLS_ICE_SERVERS: {
    takes: { kind: "json", of: "list" },
    says: "STUN and TURN servers for calls, as browsers take them; without any, calls only work within one network.",
    example: '[{"urls": "stun:stun.example.org:3478"}]',
  },
  CALLS_TURN_URLS: {
    takes: { kind: "text" },
    says: "URLs of a TURN server that takes credentials made from a shared secret (coturn: use-auth-secret).",
    example: "turn:turn.example.org:3478?transport=udp",
  },
  CALLS_SFU_APP_ID: {
    takes: { kind: "text", form: /^[\w-]+$/ },
    says: "A Cloudflare Realtime SFU application to route calls through, for up to 32 people instead of six.",
  },
  CALLS_SFU_SECRET: { takes: { kind: "text", form: /^\S+$/ }, says: "The secret of that application.", isSecret: true },
  CALLS_SFU_URL: {
    takes: { kind: "url" },
    says: "The URL of Cloudflare's Realtime API, for the SFU and TURN.",
    default: "https://rtc.live.cloudflare.com/v1",
  },
  CALLS_TURN_KEY_ID: {
    takes: { kind: "text", form: /^[\w-]+$/ },
    says: "A Cloudflare TURN key, for browsers that can't connect directly in calls.",
  },
  CALLS_TURN_TOKEN: { takes: { kind: "text", form: /^\S+$/ }, says: "The API token of that key.", isSecret: true },
  CALLS_TURN_SECRET: { takes: { kind: "text" }, says: "The secret of CALLS_TURN_URLS.", isSecret: true },
} as const;
