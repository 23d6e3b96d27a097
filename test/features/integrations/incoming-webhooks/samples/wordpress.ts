import type { Sample } from "../sample.ts";

export const samples: readonly Sample[] = [
  {
    name: "a post",
    form: {
      hook: "publish_post",
      post_type: "post",
      post_title: "Lids & oil",
      post_url: "https://blog.example.com/lids",
      ID: "7",
    },
    becomes: [
      {
        event: "publish_post",
        topic: "WordPress notification",
        content: "New post published: [Lids & oil](https://blog.example.com/lids)",
      },
    ],
  },
  {
    name: "a page",
    form: { hook: "publish_page", post_type: "page", post_title: "About", post_url: "https://blog.example.com/about" },
    becomes: [
      {
        event: "publish_page",
        topic: "WordPress notification",
        content: "New page published: [About](https://blog.example.com/about)",
      },
    ],
  },
  {
    name: "a new user",
    form: { hook: "user_register", display_name: "Ann", user_email: "ann@example.com" },
    becomes: [
      { event: "user_register", topic: "WordPress notification", content: "New user: **Ann** (ann@example.com)" },
    ],
  },
  {
    name: "a log-in",
    form: { hook: "wp_login", user_login: "ann" },
    becomes: [{ event: "wp_login", topic: "WordPress notification", content: "**ann** logged in." }],
  },
  { name: "a hook that is not known", form: { hook: "trash_post" }, becomes: { unsupported: "trash_post" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
