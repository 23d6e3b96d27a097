import { catalog } from "./catalog.ts";

export const noticeWords = catalog("notifications", {
  newDirect: "New direct message",
  offer: "Get notified of direct messages and mentions?",
  turnOn: "Turn on",
  notNow: "Not now",
  newVersion: "A new version of Parley is available.",
  offlineSince: "You're offline. Messages are sent when you reconnect. Last connected",
  noAnswerSince: "The server isn't responding. Messages are sent when it does. Last connected",
  barred:
    "Your organization doesn't allow this network. Connect to an allowed one, such as your office network or VPN.",
  barredKept: "What you write is kept and sent then.",
});
