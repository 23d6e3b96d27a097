import { about } from "./de/about.ts";
import { app } from "./de/app.ts";
import { channels } from "./de/channels.ts";
import { compose } from "./de/compose.ts";
import { dialogs } from "./de/dialogs.ts";
import { errors } from "./de/errors.ts";
import { feed } from "./de/feed.ts";
import { firstSteps } from "./de/first-steps.ts";
import { inbox } from "./de/inbox.ts";
import { keys } from "./de/keys.ts";
import { drafts, reminders, scheduled } from "./de/later.ts";
import { lightbox } from "./de/lightbox.ts";
import { login } from "./de/login.ts";
import { message } from "./de/message.ts";
import { nav } from "./de/nav.ts";
import { notifications } from "./de/notifications.ts";
import { palette } from "./de/palette.ts";
import { parts } from "./de/parts.ts";
import { people } from "./de/people.ts";
import { pickers } from "./de/pickers.ts";
import { recent } from "./de/recent.ts";
import { search } from "./de/search.ts";
import { topics } from "./de/topics.ts";
import { widgets } from "./de/widgets.ts";
import type { Words } from "./en.ts";

export const de: Words = {
  about,
  lightbox,
  widgets,
  pickers,
  app,
  nav,
  inbox,
  recent,
  feed,
  firstSteps,
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
