import { expected, type Sample } from "../sample.ts";

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
    becomes: expected`
      publish_post > WordPress notification
      New post published: [Lids & oil](https://blog.example.com/lids)
    `,
  },
  {
    name: "a page",
    form: { hook: "publish_page", post_type: "page", post_title: "About", post_url: "https://blog.example.com/about" },
    becomes: expected`
      publish_page > WordPress notification
      New page published: [About](https://blog.example.com/about)
    `,
  },
  {
    name: "a new user",
    form: { hook: "user_register", display_name: "Ann", user_email: "ann@example.com" },
    becomes: expected`
      user_register > WordPress notification
      New user: **Ann** (ann@example.com)
    `,
  },
  {
    name: "a log-in",
    form: { hook: "wp_login", user_login: "ann" },
    becomes: expected`
      wp_login > WordPress notification
      **ann** logged in.
    `,
  },
  { name: "a hook that is not known", form: { hook: "trash_post" }, becomes: { unsupported: "trash_post" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
