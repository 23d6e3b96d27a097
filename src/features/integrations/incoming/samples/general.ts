import { type DeliverySample, form, json } from "./delivery-sample.ts";

/** Whatever people write themselves: a delivery of each. */
export const generalSamples: Readonly<Record<string, DeliverySample>> = {
  dropbox: json({ list_folder: { accounts: ["dbid:AAH4f99T0taONIb"] }, delta: { users: [4245623] } }),
  helloworld: json({ featured_title: "Marilyn Monroe", featured_url: "https://en.wikipedia.org/wiki/Marilyn_Monroe" }),
  homeassistant: json({ message: "The sun is up.", topic: "sky" }),
  ifttt: json({ topic: "Email sent from", content: "An email to you" }),
  json: json({ door: "Warehouse 7", state: "open", since: "2026-01-10T08:30:00Z" }),
  lidarr: json({
    eventType: "Download",
    artist: { name: "The Birds", mbId: "7113aab7-628f-4050-ae49-dbecac110ca8" },
    tracks: [{ title: "The lid" }, { title: "The nest" }],
    isUpgrade: false,
  }),
  radarr: json({
    eventType: "Grab",
    movie: { title: "The Nest", year: 2025, imdbId: "tt7737786" },
    release: { quality: "WEBRip-1080p", releaseTitle: "The Nest 2025 1080p", indexer: "Nests" },
    downloadClient: "Deluge",
  }),
  slack: json({
    type: "event_callback",
    event: {
      type: "message",
      user: "U06NU4E26M9",
      user_profile: { display_name: "ann" },
      text: "The *lid* is open.",
      channel: "C06NRA6JLER",
      ts: "1768033800.105159",
    },
  }),
  slack_incoming: json({ text: "*Nest* is open: see <https://nest.example.com/lid|the lid>." }),
  sonarr: json({
    eventType: "Download",
    series: { title: "Birds", imdbId: "tt0364845" },
    episodes: [{ seasonNumber: 2, episodeNumber: 5, title: "The lid" }],
    episodeFile: { quality: "HDTV-720p" },
    deletedFiles: [{ quality: "SDTV" }],
    isUpgrade: true,
  }),
  template: json({
    title: "The lid is open",
    url: "https://nest.example.com/lid",
    author: { name: "Ann" },
    tags: ["lid", "rain"],
  }),
  wordpress: form({ hook: "publish_post", post_title: "Lids & oil", post_url: "https://blog.example.com/lids" }),
  zapier: json({ topic: "New row", content: "Row 7 was added" }),
};
