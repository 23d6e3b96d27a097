import { feature } from "../../feature.ts";
import { series } from "../../metrics/families.ts";
import { job } from "../../realm/job.ts";
import { on, type Realm } from "../../realm/realm.ts";
import { numbersHook } from "../../realm/report/report-of.ts";
import { deliver } from "./deliver.ts";
import { MAIL_JOB, queuedEmailSchema } from "./email.ts";
import { getMailboxEndpoint, mailboxPage } from "./mailbox.ts";
import { mailOutage } from "./outage.ts";
import { schema } from "./rows.ts";

function numbersOf(realm: Realm) {
  const outage = mailOutage(realm);
  return outage === undefined ? {} : { [series("parley_mail_failing_since_seconds")]: outage.began_at };
}

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
  jobs: { [MAIL_JOB]: job(queuedEmailSchema, deliver) },
  handlers: [on(numbersHook, numbersOf)],
});
