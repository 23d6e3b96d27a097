import { catalog } from "./catalog.ts";

export const noticeWords = catalog("notifications", {
  newDirect: "New direct message",
  offer: "Tell you about direct messages and mentions while you look elsewhere?",
  turnOn: "Turn on",
  notNow: "Not now",
  blocked: "The browser blocks notifications of this page. Its settings can change that.",
});
