import type { Client } from "./judge.ts";
import facts from "./zulip-web.json";

const answers: Client["answers"] = facts.answers;

export const zulipWeb: Client & { readonly unread: readonly string[] } = {
  ...facts,
  answers: {
    ...answers,
    // Since feature level 454, `recent` replaces `recent_topics`.
    user_settings: { ...answers["user_settings"], web_home_view: "one of inbox recent all_messages" },
  },
  cases: facts.cases,
  readers: {},
};
