/**
 * The largest of everything that a caller can cause. Nothing here depends on the deployment, and nothing is told by
 * /register (that is limits.ts). Texts count Unicode code points; what a rule of the protocol cuts or refuses sooner is
 * not repeated here.
 */
export const limits = {
  /** One request, before anything of it is understood. */
  request: {
    query_characters: 65_536,
    /** So much of a body is read before the caller is known. */
    unasked_bytes: 65_536,
    /** A form, even of an endpoint whose texts could be longer together. */
    form_bytes: 5_000_000,
    /** A form with a picture in it. */
    picture_form_bytes: 8_000_000,
    /** What a form with an upload holds besides the file. */
    upload_form_bytes: 65_536,
    fields: 1000,
    form_parts: 100,
    form_part_head_bytes: 16_384,
    json_depth: 100,
    narrow_characters: 100_000,
    user_agent_characters: 500,
  },
  /** One text, by what it is. */
  text: {
    /** One of a few words of the protocol. */
    word: 100,
    /** A number as text. */
    number: 40,
    /** What the server or a client has named a thing by: a queue, a key, a step. */
    id: 200,
    /** What somebody has named a thing. */
    name: 1000,
    topic: 5000,
    /** An email address, a host. */
    address: 500,
    url: 2048,
    /** Several addresses or names in one text. */
    addresses: 100_000,
    /** What a client has been given to show again: by a service that vouches for people, or by one for pushes. */
    token: 10_000,
    password: 1000,
    /** What a term of a narrow is compared with. */
    operand: 5000,
    description: 10_000,
    /** A message, before it is cut to the length that messages have. */
    content: 500_000,
    /** A value that is kept for a bot. */
    stored_value: 2_000_000,
  },
  /** One list. */
  list: {
    /** Messages, by their ids. */
    messages: 50_000,
    /** Users, channels, groups, fields, by their ids. */
    ids: 10_000,
    /** Things named by what they are called. */
    names: 1000,
    /** Terms of a narrow. */
    terms: 20,
    /** Kinds of events. */
    event_types: 100,
    drafts: 2000,
    entries: 10_000,
  },
  /** One answer. */
  answer: {
    messages: 5000,
    /** What a page of messages takes in the store; one that would take more ends early. */
    page_bytes: 4_000_000,
    events: 2000,
    event_characters: 4_000_000,
  },
  /** What one piece of work may take. */
  work: {
    /** Words and phrases of a search. */
    search_words: 100,
    /** Channels times people. */
    subscriptions: 100_000,
  },
  /** What one message may hold beside its text. */
  message: {
    /** All steps of its widget: whoever reads it reads them all. Some ten thousand votes. */
    widget_characters: 500_000,
    /** What it was before each edit; of older ones, only that they were. */
    history_bytes: 200_000,
  },
  /** What one account may keep. */
  account: {
    /** For one more, the one ends that has been idle for longest. */
    event_queues: 100,
    /** For one more, the oldest ends. */
    api_keys: 100,
    /** For one more, the oldest ends. */
    sessions: 100,
    /** For one more, the one goes that has been silent for longest. */
    push_tokens: 50,
    /** What its devices show; for one more, the oldest is forgotten. */
    pushes_shown: 200,
    push_devices: 50,
    /** In use. */
    bots: 100,
    /** With those that are not. */
    bots_ever: 500,
    drafts: 2000,
    saved_snippets: 500,
    scheduled_messages: 500,
    reminders: 500,
    /** What all things of a kind take together: drafts, snippets, scheduled messages, or reminders. */
    kept_bytes: 3_000_000,
    alert_words: 1000,
    navigation_views: 200,
    muted_users: 1000,
    topic_preferences: 20_000,
    attachments: 50_000,
    /** Begun within ten minutes, and not kept. */
    uploads_under_way: 20,
    reactions_to_a_message: 100,
    /** The configuration of one bot, as JSON. */
    bot_config_characters: 10_000,
    stored_entries: 10_000,
    stored_bytes: 10_000_000,
    /** One entry of a bot's storage: a row of the store holds two million. */
    stored_entry_bytes: 1_900_000,
  },
  /** What an organization may keep. Where every client is told of all of them, they are fewer. */
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
    default_channel_groups: 200,
    custom_emoji: 5000,
    domains: 1000,
    /** Every text of every message is searched by each of them. */
    linkifiers: 300,
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
    /** Mails a day that confirm addresses, caused by one IP address. */
    confirmations_by_stranger: 5,
    /** Mails a day that confirm addresses, caused by all callers together whose IP address is unknown. */
    confirmations_by_nameless: 50,
    /** Mails a day that confirm addresses, caused over one invitation link. */
    confirmations_over_link: 100,
    exports_a_week: 5,
    /** A queue for whose sake more is kept ends: its client has gone silent. */
    logged_events: 30_000,
    /** Messages that devices are still to be told of. */
    queued_pushes: 1000,
    /** Of a developer's server, which keeps its mail. */
    letters_in_mailbox: 100,
    /** Tries of passwords that are counted; for one more, the oldest is forgotten. */
    login_attempts: 100_000,
    /** Jobs of a kind that any account can cause, and that wait for a service elsewhere. */
    waiting_jobs: 20_000,
  },
} as const;

export type TextKind = keyof typeof limits.text;
export type ListKind = keyof typeof limits.list;
