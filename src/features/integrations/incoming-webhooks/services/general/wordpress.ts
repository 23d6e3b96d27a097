import { entryFor, formSample, integration } from "../../integration.ts";
import { bold, link } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

const post = (payload: Payload) => {
  const type = payload.line("post_type", "post");
  return `New ${type} published: ${link(payload.line("post_title", "without a title"), payload.line("post_url", ""))}`;
};

/** Hooks that plugins such as HookPress send as form data. */
const RENDERERS: Readonly<Record<string, (payload: Payload) => string>> = {
  publish_post: post,
  publish_page: post,
  user_register: (payload) => {
    const mail = payload.line("user_email", "");
    return `New user: ${bold(payload.oneOf(["display_name", "user_login"], "?"))}${mail === "" ? "" : ` (${mail})`}`;
  },
  wp_login: (payload) => `${bold(payload.oneOf(["user_login", "display_name"], "Someone"))} logged in.`,
};

export const wordpress = integration({
  name: "wordpress",
  title: "WordPress",
  events: Object.keys(RENDERERS),
  readsAnything: true,
  render({ payload }) {
    const event = payload.line("hook");
    const teller = entryFor(RENDERERS, event);
    return { event, topic: "WordPress notification", content: teller(payload) };
  },
  sample: formSample({ hook: "publish_post", post_title: "Lids & oil", post_url: "https://blog.example.com/lids" }),
});
