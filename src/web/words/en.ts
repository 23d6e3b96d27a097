import { about } from "./en/about.ts";
import { app } from "./en/app.ts";
import { channels } from "./en/channels.ts";
import { compose } from "./en/compose.ts";
import { dialogs } from "./en/dialogs.ts";
import { errors } from "./en/errors.ts";
import { feed } from "./en/feed.ts";
import { inbox } from "./en/inbox.ts";
import { keys } from "./en/keys.ts";
import { drafts, reminders, scheduled } from "./en/later.ts";
import { login } from "./en/login.ts";
import { message } from "./en/message.ts";
import { nav } from "./en/nav.ts";
import { notifications } from "./en/notifications.ts";
import { palette } from "./en/palette.ts";
import { parts } from "./en/parts.ts";
import { people } from "./en/people.ts";
import { recent } from "./en/recent.ts";
import { search } from "./en/search.ts";
import { topics } from "./en/topics.ts";

/**
 * English, by screen; each of them is a file in `en/`. Plain texts, and functions for those that hold numbers and names.
 * What only the settings say is in `en/settings.ts`, which is loaded with them.
 */
export const en = {
  about,
  app,
  nav,
  inbox,
  recent,
  feed,
  message,
  compose,
  search,
  topics,
  palette,
  people,
  channels,
  drafts,
  scheduled,
  reminders,
  login,
  errors,
  keys,
  notifications,
  dialogs,
  parts,
};

/** A catalog: every language says all that English says. */
export type Words = typeof en;
