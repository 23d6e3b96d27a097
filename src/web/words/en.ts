import type { about } from "./en/about.ts";
import { app } from "./en/app.ts";
import type { channels } from "./en/channels.ts";
import type { compose } from "./en/compose.ts";
import type { dialogs } from "./en/dialogs.ts";
import { errors } from "./en/errors.ts";
import { feed } from "./en/feed.ts";
import type { firstSteps } from "./en/first-steps.ts";
import { inbox } from "./en/inbox.ts";
import type { keys } from "./en/keys.ts";
import type { drafts, reminders, scheduled } from "./en/later.ts";
import type { lightbox } from "./en/lightbox.ts";
import type { login } from "./en/login.ts";
import { message } from "./en/message.ts";
import { nav } from "./en/nav.ts";
import type { notifications } from "./en/notifications.ts";
import type { palette } from "./en/palette.ts";
import { parts } from "./en/parts.ts";
import type { people } from "./en/people.ts";
import type { pickers } from "./en/pickers.ts";
import type { recent } from "./en/recent.ts";
import type { search } from "./en/search.ts";
import type { topics } from "./en/topics.ts";
import type { widgets } from "./en/widgets.ts";

/**
 * English, by screen; each of them is a file in `en/`. Plain texts, and functions for those that hold numbers and names.
 * What only parts say that are loaded later is not here, but comes with them: see `LaterWords`.
 */
export const en = {
  app,
  nav,
  inbox,
  feed,
  message,
  errors,
  parts,
};

/** What the page needs at first. */
export type FirstWords = typeof en;

/** What only parts say that are loaded later; each has a file such as `compose-words.ts`. */
export interface LaterWords {
  readonly channels: typeof channels;
  readonly people: typeof people;
  readonly recent: typeof recent;
  readonly keys: typeof keys;
  readonly dialogs: typeof dialogs;
  readonly pickers: typeof pickers;
  readonly widgets: typeof widgets;
  readonly lightbox: typeof lightbox;
  readonly about: typeof about;
  readonly compose: typeof compose;
  readonly search: typeof search;
  readonly topics: typeof topics;
  readonly notifications: typeof notifications;
  readonly login: typeof login;
  readonly firstSteps: typeof firstSteps;
  readonly palette: typeof palette;
  readonly drafts: typeof drafts;
  readonly scheduled: typeof scheduled;
  readonly reminders: typeof reminders;
}

/** A catalog: every language says all that English says. */
export type Words = FirstWords & LaterWords;
