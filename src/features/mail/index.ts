import { feature } from "../../feature.ts";
import { job } from "../../realm/job.ts";
import { deliver } from "./deliver.ts";
import { getMailboxEndpoint } from "./get-mailbox.ts";
import { letterSchema, MAIL_JOB } from "./mail.ts";
import { mailboxPage } from "./mailbox-page.ts";
import { schema } from "./rows.ts";

/** Emails that the server writes to people. */
export const mail = feature({
  name: "mail",
  schema,
  archive: {
    leftOut: {
      mailbox: "of the server",
      mail_outage: "of the server",
      stranger_letters: "of the moment",
      mail_secret: "of the server: it signs links in its letters",
    },
  },
  endpoints: [getMailboxEndpoint],
  pages: [mailboxPage],
  jobs: { [MAIL_JOB]: job(letterSchema, deliver) },
});
