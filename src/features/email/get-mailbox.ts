import * as v from "valibot";
import { action } from "../../api/endpoint.ts";
import { notFound } from "../../protocol/errors.ts";
import { mailbox } from "./mailbox.ts";

/** For developers, not part of Zulip's API: the emails that a real server would have sent. */
export const getMailboxEndpoint = action({
  route: "GET /dev/mail",
  by: "anyone",
  loopbackOnly: ({ mail }) => mail === "mailbox",
  params: {},
  reply: {
    mails: v.array(
      v.object({
        to: v.string(),
        subject: v.string(),
        text: v.string(),
        url: v.nullable(v.string()),
        sent_at: v.number(),
        html: v.string(),
        headers: v.record(v.string(), v.string()),
      }),
    ),
  },
  run({ realm }) {
    if (realm.config.mail !== "mailbox") throw notFound("This server keeps no mailbox.");
    return { mails: mailbox(realm) };
  },
});
