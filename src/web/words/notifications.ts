import { catalog } from "./catalog.ts";

export const noticeWords = catalog("notifications", {
  newDirect: "New direct message",
  offer: "Get notified of direct messages and mentions?",
  turnOn: "Turn on",
  notNow: "Not now",
  blocked: "Your browser blocks notifications from this site. Allow them in its site settings.",
});
