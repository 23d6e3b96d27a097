import { MAX_PROGRAM_LENGTH, MAX_TEMPLATE_LENGTH } from "./text-lengths.ts";
/**
 * Limits of everything that clients can cause. They do not depend on the deployment, and /register does not send them
 * (limits.ts has those). Lengths of texts are in Unicode code points. Smaller limits of the protocol are not repeated.
 */
export const limits = {
  /** Limits of one request, before it is parsed. */
  request: {
    query_characters: 65_536,
    /** The most of a body that is read before the caller is authenticated. */
    unasked_bytes: 65_536,
    /** The size of a form, even if the limits of its texts add up to more. */
    form_bytes: 5_000_000,
    /** The size of a form with a picture. */
    picture_form_bytes: 8_000_000,
    /** The size of a form with an upload, without the file. */
    upload_form_bytes: 65_536,
    /** The size of what another service delivers to a webhook. */
    delivery_bytes: 1_048_576,
    /** The size of a mail that comes in, with its attachments: Cloudflare takes none that is larger. */
    mail_bytes: 26_214_400,
    /** The settings of people that one request changes: each is a row and an event. */
    setting_changes: 10_000,
    /** Lines of a mail, which take memory each; that of an attachment has 60 bytes or more. */
    mail_lines: 450_000,
    /** Lines of a mail that may separate its parts: each part takes memory, however short it is. */
    mail_separators: 20_000,
    fields: 1000,
    form_parts: 100,
    form_part_head_bytes: 16_384,
    json_depth: 100,
    /** Elements, attributes and texts of XML that a webhook gets; its depth is that of JSON. */
    xml_nodes: 20_000,
    narrow_characters: 100_000,
    user_agent_characters: 500,
  },
  /** The lengths of texts, by kind. */
  text: {
    /** A text that is one of a few words of the protocol. */
    word: 100,
    /** A number as text. */
    number: 40,
    /** A name given by a program, such as of a queue, a key, or a step. */
    id: 200,
    /** A name given by a person. */
    name: 1000,
    topic: 5000,
    /** An email address or a host. */
    address: 500,
    url: 2048,
    /** Several addresses or names in one text. */
    addresses: 100_000,
    /** A token that a client passes on, of an identity provider or a push notification service. */
    token: 10_000,
    password: 1000,
    /** The operand of a narrow's term. */
    operand: 5000,
    description: 10_000,
    /** The metadata that a client gives of a file that arrives in pieces: names and values in Base64. */
    upload_metadata: 10_000,
    /** A message's content, before it is cut to the length of a message. */
    content: 500_000,
    /** A template of a webhook's messages. */
    template: MAX_TEMPLATE_LENGTH,
    /** The payload of a service, for a trial of a template. */
    payload: 100_000,
    /** A value in a bot's storage. */
    stored_value: 2_000_000,
    /** The program of a bot that runs on the server. */
    program: MAX_PROGRAM_LENGTH,
  },
  /** The lengths of lists, by kind. */
  list: {
    /** Ids of messages. */
    messages: 50_000,
    /** Ids of users, channels, groups or fields. */
    ids: 10_000,
    /** Names. */
    names: 1000,
    /** The terms of a narrow. */
    terms: 20,
    /** Types of events. */
    event_types: 100,
    /** Other forms of the addresses of a linkifier. */
    templates: 20,
    drafts: 2000,
    entries: 10_000,
    /** Networks from which an organization lets people log in. */
    networks: 200,
    /** Hosts that a bot's program may ask. */
    hosts: 50,
  },
  /** Limits of one response. */
  answer: {
    messages: 5000,
    /** The stored size of a page of messages; a larger page ends early. */
    page_bytes: 1_200_000,
    events: 2000,
    event_characters: 4_000_000,
  },
  /** Limits of what a client sends on a stream of events; it may be ahead of the client by one answer. */
  stream: {
    frame_characters: 100,
    /** Within ten seconds. */
    frames: 1000,
  },
  /** Limits of the work that one request causes. */
  work: {
    /** The words and phrases of a search. */
    search_words: 100,
    /** Channels times users. */
    subscriptions: 100_000,
    /** The size of an archive that is imported, of one of its parts, and how many parts it has. */
    import_bytes: 500_000_000_000,
    import_part_bytes: 94_371_840,
    import_parts: 10_000,
  },
  /** Limits of what one message has besides its content. */
  message: {
    /** Attachments of a mail that it is made of; others are left out. */
    mail_files: 20,
    /** All submessages of a widget together, about ten thousand votes: whoever reads the message reads them all. */
    widget_characters: 500_000,
    /** The former contents in an edit history; older ones are left out of it. */
    history_bytes: 200_000,
  },
  /** Limits of what one account keeps. */
  account: {
    /** Beyond it, the queue ends that has been idle for longest. */
    event_queues: 100,
    /** Beyond it, the oldest key ends. */
    api_keys: 100,
    /** Beyond it, the oldest session ends. */
    sessions: 100,
    /** Sessions that were ended in the last 30 days; beyond it, the one that ended first is forgotten. */
    ended_sessions: 1000,
    /** Browsers in which somebody has logged in; beyond it, the one is forgotten in which nobody has for longest. */
    known_browsers: 100,
    passkeys: 25,
    /** Beyond it, the device is removed that has been silent for longest. */
    push_tokens: 50,
    /** The notifications that its devices show; beyond it, the oldest one is forgotten. A push that removes all fits 4 KB. */
    pushes_shown: 200,
    push_devices: 50,
    /** The messages about which letters wait; beyond it, the oldest ones are forgotten. */
    missed_messages: 500,
    /** Letters about missed messages. What does not fit is counted in the last one, or waits for the next hour. */
    letters_an_hour: 20,
    /** Addresses of channels to which mail can be written, for each sender one. */
    mail_addresses: 1000,
    /** Answers by mail to letters; what comes beyond it has to be sent again. */
    mail_replies_an_hour: 100,
    /** Letters about new logins; beyond it, no more are written that day. */
    login_letters_a_day: 10,
    /** Browsers that get pushes; beyond it, the one is removed that was added longest ago. */
    web_push_devices: 10,
    call_starts_a_minute: 10,
    /** Active bots. */
    bots: 100,
    /** All bots, with deactivated ones. */
    bots_ever: 500,
    drafts: 2000,
    saved_snippets: 500,
    scheduled_messages: 500,
    reminders: 500,
    /** The size of all drafts together, and of all snippets, all scheduled messages, and all reminders. */
    kept_bytes: 3_000_000,
    alert_words: 1000,
    navigation_views: 200,
    muted_users: 1000,
    topic_preferences: 20_000,
    attachments: 50_000,
    /** Uploads that began within the last ten minutes and are not complete; beyond it, the oldest one is given up. */
    uploads_under_way: 20,
    /** Files that arrive in pieces; beyond it, the one is given up that has been silent for longest. */
    resumable_uploads: 50,
    reactions_to_a_message: 100,
    /** The configuration of one bot, as JSON. */
    bot_config_characters: 10_000,
    /** The deliveries to a bot's webhooks, as its owner sees them; beyond it, the oldest one is forgotten. */
    deliveries: 50,
    /** The newest of them, whose payloads are kept too. */
    delivery_payloads: 10,
    /** A longer payload is not kept. */
    delivery_payload_characters: 50_000,
    /** The messages that wait for a bot's service; further ones are told to have failed. */
    outgoing_calls: 100,
    /** The commands of one bot. */
    bot_commands: 50,
    /** Messages and timers that wait for a bot's program; further ones are left out, which its log says. */
    hosted_runs: 100,
    hosted_timers: 100,
    /** The lines that a bot's program has logged; beyond it, the oldest one is forgotten. */
    hosted_log_lines: 100,
    stored_entries: 10_000,
    stored_bytes: 10_000_000,
    /** The size of an entry in a bot's storage: a row in SQLite holds at most two million bytes. */
    stored_entry_bytes: 1_900_000,
  },
  /** Limits of what an organization keeps. They are lower for what every client receives as a whole. */
  organization: {
    /** With those who are deactivated. */
    people: 100_000,
    /** With those that are deactivated. */
    bots: 20_000,
    /** With those that are archived. */
    channels: 20_000,
    /** With those that are deactivated. */
    user_groups: 10_000,
    channel_folders: 500,
    /** Calls that go on at the same time. */
    open_calls: 50,
    default_channel_groups: 200,
    custom_emoji: 5000,
    domains: 1000,
    /** Login services that owners connect. */
    login_connections: 5,
    /** Each of them is searched for in the text of every message. */
    linkifiers: 300,
    /** The linked pages of which something is known; beyond it, those are forgotten that were asked longest ago. */
    link_cards: 2000,
    /** Messages that wait for cards of the pages that they link to; beyond it, new ones get none. */
    messages_waiting_for_cards: 500,
    playgrounds: 500,
    profile_fields: 100,
    /** Invitations by mail that can still be accepted. */
    invitations: 5000,
    /** Invitation links that can still be used. */
    invitation_links: 500,
    /** Ended invitation links that are kept, so that their pages can say what became of them. */
    past_links: 5000,
    /** Invitations that an organization mails a day: the limit keeps it from being used to send mail in bulk. */
    invitations_a_day: 500,
    /** Mails a day that confirm the addresses which people entered after opening an invitation link. */
    confirmations_a_day: 250,
    /** Mails a day that confirm addresses, caused over one invitation link. */
    confirmations_over_link: 100,
    /** Mails a day that people without an account cause from one IP address. */
    letters_by_stranger: 5,
    /** Mails a day that all callers together cause who have no account and whose IP address is unknown. */
    letters_by_nameless: 50,
    /** Mails of a day that are counted for that; beyond it, the oldest one is forgotten. */
    counted_letters: 100_000,
    /** Mails a day to addresses without an account, to which somebody wanted a new password. */
    letters_to_unknown: 100,
    exports_a_week: 5,
    /** With those that have ended, until somebody deletes them. */
    imports: 20,
    /** Beyond it, the queues end that still need the oldest events: their clients have stopped polling. */
    logged_events: 30_000,
    /** Push notifications that wait to be sent. */
    queued_pushes: 1000,
    /** Mails in the mailbox of a development server. */
    letters_in_mailbox: 100,
    /** Login attempts that are counted; beyond it, the oldest one is forgotten. */
    login_attempts: 100_000,
    /** Logins by other services that are under way; beyond it, the one that ends first is forgotten. */
    login_tickets: 10_000,
    /** The deliveries to webhooks of all bots; beyond it, the oldest one is forgotten. */
    deliveries: 5000,
    /** The deliveries that are known again when they are repeated; beyond it, the oldest one is forgotten. */
    delivery_ids: 200_000,
    /** The commands of all bots. */
    bot_commands: 200,
    /** The messages that wait for the services of all bots. */
    outgoing_calls: 2000,
    /** Messages and timers that wait for the programs of all bots. */
    hosted_runs: 2000,
    /** Mails to channels; what comes beyond it has to be sent again. */
    mails_a_minute: 50,
    mails_in_five_minutes: 120,
    mails_an_hour: 600,
    /** The mails that are known again when they are repeated; beyond it, the oldest one is forgotten. */
    known_mails: 200_000,
    /** Waiting jobs of one kind that any account can cause and that call another service. */
    waiting_jobs: 20_000,
  },
} as const;

export type TextKind = keyof typeof limits.text;
export type ListKind = keyof typeof limits.list;
