import { exports } from "cloudflare:workers";
import type { Json, Person } from "./person.ts";
import { until } from "./until.ts";

/** Fetches a page of an organization without credentials, or posts a form to it. Doesn't follow redirects. */
export const visitPage = (
  host: string,
  path: string,
  form?: Record<string, string>,
  headers?: Record<string, string>,
) =>
  exports.default.fetch(`http://${host}${path}`, {
    headers: { Host: host, ...headers },
    redirect: "manual",
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
  });

/**
 * Returns the emails to an address, newest first. Waits until there are `count`, because emails are sent soon after a
 * change.
 */
export async function mailsTo(person: Person, email: string, count = 1): Promise<Json[]> {
  return until(async () => {
    const { mails } = await person.ok(person.get("/dev/mail"));
    const found = mails.filter((mail: Json) => mail.to === email);
    if (found.length < count) throw new Error(`${found.length} mails to ${email}`);
    return found;
  });
}

/** Returns the path of the link in the newest email to an address. */
export async function linkInMailTo(person: Person, email: string, count = 1): Promise<string> {
  const [mail] = await mailsTo(person, email, count);
  return new URL(mail.url).pathname;
}
