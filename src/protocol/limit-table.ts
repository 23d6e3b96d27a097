import { MAX_PROGRAM_LENGTH, MAX_TEMPLATE_LENGTH } from "./text-lengths.ts";
/**
 * Limits on everything that clients can cause. They are the same in every deployment. Limits that /register sends to
 * clients are in limits.ts instead. Smaller limits that the protocol sets aren't repeated. Text lengths are in Unicode
 * code points.
 */
export const limits = {
  /** Per request, before it is parsed. */
  request: {
    query_characters: 65_536,
    /** Maximum body size read before the caller is authenticated. */
    unasked_bytes: 65_536,
    /** Size of a form. Even if each text is within its own limit, the form can be too large. */
    form_bytes: 5_000_000,
    picture_form_bytes: 8_000_000,
    /** Size of a form with an upload, not counting the file. */
    upload_form_bytes: 65_536,
    /** Size of a webhook delivery from another service. */
    delivery_bytes: 1_048_576,
    /** Size of an incoming email with attachments. Cloudflare doesn't accept larger ones. */
    mail_bytes: 26_214_400,
    /** User settings that one request changes. Each costs a row and an event. */
    setting_changes: 10_000,
    /** Lines of an email, each of which takes memory. The largest attachments have 437,000 lines of 60 bytes. */
    mail_lines: 450_000,
    /** Possible boundary lines of an email. Each starts a part, which takes memory even if it is empty. */
    mail_separators: 20_000,
    fields: 1000,
    form_parts: 100,
    form_part_head_bytes: 16_384,
    json_depth: 100,
    /** Elements, attributes and text nodes of XML sent to a webhook. The depth is limited as for JSON. */
    xml_nodes: 20_000,
    narrow_characters: 100_000,
    user_agent_characters: 500,
  },
  /** Text lengths, by kind. */
  text: {
    /** One of the protocol's fixed words. */
    word: 100,
    /** A number as text. */
    number: 40,
    /** A name given by a program, such as for a queue, a key or a step. */
    id: 200,
    name: 1000,
    topic: 5000,
    recurrence: 300,
    /** An email address or host. */
    address: 500,
    url: 2048,
    /** Several addresses or names in one string. */
    addresses: 100_000,
    /** A token from an identity provider or a push notification service. */
    token: 10_000,
    password: 1000,
    operand: 5000,
    description: 10_000,
    /** The client's metadata for a resumable upload: names and values in Base64. */
    upload_metadata: 10_000,
    /** A message's content, before it is cut to the maximum message length. */
    content: 500_000,
    /** A template for a webhook's messages. */
    template: MAX_TEMPLATE_LENGTH,
    /** A service's payload for testing a template. */
    payload: 100_000,
    stored_value: 2_000_000,
    /** The script of a hosted bot. */
    program: MAX_PROGRAM_LENGTH,
  },
  /** List lengths, by kind. */
  list: {
    messages: 50_000,
    /** Ids of users, channels, groups or fields. */
    ids: 10_000,
    names: 1000,
    terms: 20,
    event_types: 100,
    /** Alternative URL templates of a linkifier. */
    templates: 20,
    drafts: 2000,
    entries: 10_000,
    /** Networks that an organization allows logins from. */
    networks: 200,
    hosts: 50,
  },
  answer: {
    messages: 5000,
    /** Stored size of a page of messages. A page that would be larger ends early. */
    page_bytes: 1_200_000,
    events: 2000,
    event_characters: 4_000_000,
  },
  /**
   * Frames that a client can send on an event stream. Unacknowledged events are limited to the size of one response.
   */
  stream: {
    frame_characters: 100,
    /** Per ten seconds. */
    frames: 1000,
  },
  /** Work caused by one request. */
  work: {
    search_words: 100,
    /** Number of channels times number of users. */
    subscriptions: 100_000,
    /** Size of an imported archive and of one of its parts, and the number of parts. */
    import_bytes: 500_000_000_000,
    import_part_bytes: 94_371_840,
    import_parts: 10_000,
  },
  /** Per message, in addition to its content. */
  message: {
    /** Attachments of the email that the message was created from. Further ones are dropped. */
    mail_files: 20,
    /** Total size of a widget's submessages, about ten thousand votes. Reading the message loads all of them. */
    widget_characters: 500_000,
    /** Total size of the former contents in an edit history. Beyond this, the oldest are dropped. */
    history_bytes: 200_000,
  },
  button: {
    of_message: 5,
    form_fields: 10,
    options: 100,
    /** Users and groups that are allowed to press the button. */
    named: 100,
    id_characters: 100,
    label_characters: 75,
    hint_characters: 300,
    command_characters: 300,
    value_characters: 2000,
    /** Text that a user enters in a form. */
    text_characters: 1000,
    long_text_characters: 5000,
    /** Text of all fields together. */
    entered_characters: 20_000,
    /** A bot's answer, which only the user who pressed the button sees. */
    answer_characters: 2000,
  },
  channel: {
    pins: 100,
    /** Versions of a page. Beyond this, the oldest is dropped. */
    page_versions: 100,
    /** Messages that left the board because they moved. Beyond this, the oldest is dropped. */
    moved_pins: 100,
  },
  account: {
    /** Beyond this, the queue that has been idle longest ends. */
    event_queues: 100,
    /** Beyond this, the oldest key expires. */
    api_keys: 100,
    /** Beyond this, the oldest session ends. */
    sessions: 100,
    /** Sessions ended in the last 30 days. Beyond this, the one that ended first is dropped. */
    ended_sessions: 1000,
    /** Known browsers per account. Beyond the limit, the least recently used one is dropped. */
    known_browsers: 100,
    passkeys: 25,
    /** Beyond this, the device that has been silent longest is removed. */
    push_tokens: 50,
    /**
     * Notifications shown on the account's devices. Beyond this, the oldest is dropped. A push that removes this many
     * notifications fits into 4 KB.
     */
    pushes_shown: 200,
    push_devices: 50,
    /** Messages waiting for a notification email. Beyond this, the oldest are dropped. */
    missed_messages: 500,
    /**
     * Emails per hour about missed messages. Further messages are only counted in the last email, or wait for the next
     * hour.
     */
    letters_an_hour: 20,
    /** Channel email addresses that the account has created: one per channel and sender. */
    mail_addresses: 1000,
    /** Replies to notification emails per hour. Beyond this, replies are refused and must be sent again. */
    mail_replies_an_hour: 100,
    /** Emails about new logins per day. Later logins cause none. */
    login_letters_a_day: 10,
    /** Browsers that get push notifications. Beyond this, the one added first is removed. */
    web_push_devices: 10,
    call_starts_a_minute: 10,
    bots: 100,
    /** All bots, including deactivated ones. */
    bots_ever: 500,
    drafts: 2000,
    saved_snippets: 500,
    scheduled_messages: 500,
    reminders: 500,
    /** These also count as scheduled messages or reminders. Each causes work for years. */
    repeating_messages: 100,
    repeating_reminders: 100,
    /** Total size of all drafts. The same limit applies to snippets, to scheduled messages, and to reminders. */
    kept_bytes: 3_000_000,
    alert_words: 1000,
    navigation_views: 200,
    muted_users: 1000,
    topic_preferences: 20_000,
    attachments: 50_000,
    /** Incomplete uploads started within the last ten minutes. Beyond this, the oldest is dropped. */
    uploads_under_way: 20,
    /** Beyond this, the resumable upload that has been idle longest is dropped. */
    resumable_uploads: 50,
    reactions_to_a_message: 100,
    /** One bot's configuration, as JSON. */
    bot_config_characters: 10_000,
    /** Deliveries to a bot's webhooks, as shown to its owner. Beyond this, the oldest is dropped. */
    deliveries: 50,
    /** The newest deliveries, whose payloads are also kept. */
    delivery_payloads: 10,
    delivery_payload_characters: 50_000,
    /** Messages waiting for a bot's service. Further messages are reported as failed. */
    outgoing_calls: 100,
    /** Commands of one bot. */
    bot_commands: 50,
    /** Messages and timers waiting for a bot's script. Further ones are dropped, and the bot's log reports this. */
    hosted_runs: 100,
    hosted_timers: 100,
    /** Button presses waiting for a bot's answer. */
    waiting_presses: 2000,
    /** Button presses per message. Beyond this, the oldest one that isn't waiting is dropped. */
    presses_of_message: 100,
    /** Lines logged by a bot's script. Beyond this, the oldest is dropped. */
    hosted_log_lines: 100,
    stored_entries: 10_000,
    stored_bytes: 10_000_000,
    /** An entry in a bot's storage. A SQLite row holds at most two million bytes. */
    stored_entry_bytes: 1_900_000,
  },
  /** Per organization. Limits are lower for anything that every client loads in full. */
  organization: {
    /** Includes deactivated accounts. */
    people: 100_000,
    /** Includes deactivated bots. */
    bots: 20_000,
    /** Includes archived channels. */
    channels: 20_000,
    /** Includes deactivated groups. */
    user_groups: 10_000,
    channel_folders: 500,
    open_calls: 50,
    default_channel_groups: 200,
    custom_emoji: 5000,
    domains: 1000,
    /** Login services configured by owners. */
    login_connections: 5,
    /** The text of every message is searched for each of them. */
    linkifiers: 300,
    /** Known linked pages. Beyond this, those fetched longest ago are dropped. */
    link_cards: 2000,
    /** Messages waiting for link previews. Beyond this, new messages get none. */
    messages_waiting_for_cards: 500,
    playgrounds: 500,
    profile_fields: 100,
    /** Open email invitations. */
    invitations: 5000,
    /** Usable invitation links. */
    invitation_links: 500,
    /** Ended invitation links, kept so that their pages can explain why they no longer work. */
    past_links: 5000,
    /** Open links that give people from outside the organization access to a channel or topic. */
    outside_links: 200,
    /** Accounts of people from outside the organization, including those whose links have ended. */
    outside_people: 5000,
    /** Invitation emails per day, so that an organization can't be used to send bulk email. */
    invitations_a_day: 500,
    /** Emails per day that confirm the addresses users entered after opening an invitation link. */
    confirmations_a_day: 250,
    /** Address confirmation emails per day caused through one invitation link. */
    confirmations_over_link: 100,
    /** Emails per day caused from one IP address by users without an account. */
    letters_by_stranger: 5,
    /** Recorded emails that count toward these limits. Beyond this, the oldest is dropped. */
    counted_letters: 100_000,
    /** Password-reset emails per day to addresses without an account. */
    letters_to_unknown: 100,
    exports_a_week: 5,
    /** Includes imports that have ended, until they are deleted. */
    imports: 20,
    /** Beyond this, queues that still need the oldest events end, because their clients have stopped polling. */
    logged_events: 30_000,
    queued_pushes: 1000,
    /** Emails in a development server's mailbox. */
    letters_in_mailbox: 100,
    /** Counted login attempts. Beyond this, the oldest is dropped. */
    login_attempts: 100_000,
    /** Pending external logins. Beyond this, the one expiring first is dropped. */
    login_tickets: 10_000,
    /** Webhook deliveries of all bots. Beyond this, the oldest is dropped. */
    deliveries: 5000,
    /** Deliveries recorded to detect duplicates. Beyond this, the oldest is dropped. */
    delivery_ids: 200_000,
    /** Commands of all bots. */
    bot_commands: 200,
    /** Button presses, which are stored for as long as their messages. Beyond this, the oldest is dropped. */
    presses: 20_000,
    /**
     * Total size of all presses, including the text users entered and the bots' answers. Beyond this, the oldest are
     * dropped.
     */
    press_bytes: 20_000_000,
    /** Messages waiting for the services of all bots. */
    outgoing_calls: 2000,
    /** Messages and timers waiting for the scripts of all bots. */
    hosted_runs: 2000,
    /** Emails to channels. Beyond this, emails are refused and must be sent again. */
    mails_a_minute: 50,
    mails_in_five_minutes: 120,
    mails_an_hour: 600,
    /** Emails recorded to detect duplicates. Beyond this, the oldest is dropped. */
    known_mails: 200_000,
    /** Waiting jobs of one kind that any account can cause and that call other services. */
    waiting_jobs: 20_000,
  },
} as const;

export type TextKind = keyof typeof limits.text;
export type ListKind = keyof typeof limits.list;
