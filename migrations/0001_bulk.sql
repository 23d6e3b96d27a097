-- The bulk store: rows that organizations ship here, in order, each by its own realm object.
-- A key is realm * 2^32 + id, so that one organization's rows are one range of one integer key,
-- ordered by id, in the tables, in their indexes and in the full-text index alike.

CREATE TABLE organizations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  subdomain TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
) STRICT;

-- How far each realm has shipped: written in the same batch as the rows.
CREATE TABLE arrivals (
  realm INTEGER PRIMARY KEY,
  version INTEGER NOT NULL
) STRICT;

CREATE TABLE users (
  key INTEGER PRIMARY KEY,
  realm INTEGER NOT NULL,
  id INTEGER NOT NULL,
  email TEXT NOT NULL,
  delivery_email TEXT NOT NULL,
  email_visibility INTEGER NOT NULL,
  full_name TEXT NOT NULL,
  role INTEGER NOT NULL,
  is_active INTEGER NOT NULL,
  bot_type INTEGER,
  bot_owner_id INTEGER,
  avatar_source TEXT NOT NULL,
  avatar_version INTEGER NOT NULL,
  avatar_hash TEXT NOT NULL,
  timezone TEXT NOT NULL,
  date_joined INTEGER NOT NULL
) STRICT;

CREATE TABLE messages (
  key INTEGER PRIMARY KEY,
  realm INTEGER NOT NULL,
  id INTEGER NOT NULL,
  conversation_id INTEGER NOT NULL,
  channel_id INTEGER,
  sender_id INTEGER NOT NULL,
  topic TEXT NOT NULL,
  topic_key TEXT NOT NULL,
  content TEXT NOT NULL,
  html TEXT NOT NULL,
  client TEXT NOT NULL,
  sent_at INTEGER NOT NULL,
  is_me INTEGER NOT NULL,
  has_link INTEGER NOT NULL,
  has_image INTEGER NOT NULL,
  has_attachment INTEGER NOT NULL,
  channel_wildcard INTEGER NOT NULL,
  topic_wildcard_users TEXT,
  topic_links TEXT NOT NULL,
  last_edit_at INTEGER,
  last_moved_at INTEGER,
  edit_history TEXT
) STRICT;
CREATE INDEX messages_by_conversation ON messages (realm, conversation_id);
CREATE INDEX messages_by_topic ON messages (realm, channel_id, topic_key);
CREATE INDEX messages_by_sender ON messages (realm, sender_id);
-- What few messages have, and narrows ask for: an index of those alone costs the others nothing.
CREATE INDEX messages_with_attachment ON messages (realm) WHERE has_attachment = 1;
CREATE INDEX messages_with_image ON messages (realm) WHERE has_image = 1;
CREATE INDEX messages_with_wildcard ON messages (realm) WHERE channel_wildcard = 1 OR topic_wildcard_users IS NOT NULL;
CREATE INDEX messages_resolved ON messages (realm) WHERE substr(topic, 1, 2) = '✔ ';

-- One user's flags of one message, only where they differ from what follows from the message itself.
CREATE TABLE personal_flags (
  realm INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  message_id INTEGER NOT NULL,
  flags INTEGER NOT NULL,
  PRIMARY KEY (realm, user_id, message_id)
) STRICT, WITHOUT ROWID;

-- In the order in which they were given: seq.
CREATE TABLE reactions (
  realm INTEGER NOT NULL,
  message_id INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  reaction_type TEXT NOT NULL,
  emoji_code TEXT NOT NULL,
  emoji_name TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (realm, message_id, user_id, reaction_type, emoji_code)
) STRICT, WITHOUT ROWID;

-- What widgets are and what has been done to them, in the order of the ids.
CREATE TABLE submessages (
  realm INTEGER NOT NULL,
  message_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  sender_id INTEGER NOT NULL,
  msg_type TEXT NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (realm, message_id, id)
) STRICT, WITHOUT ROWID;

-- rowid = messages.key. The indexed text is prepared by the realm: scripts without spaces are spelled out character by
-- character. Marks and symbols count as parts of words, for scripts whose vowels are marks, and for emoji.
CREATE VIRTUAL TABLE message_words USING fts5(
  topic, content, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* M* N* Co So'"
);
