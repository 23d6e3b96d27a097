import { exports } from "cloudflare:workers";
import { vi } from "vitest";
import type { Json, Person } from "../../support/person.ts";

/** A page of an organization, as somebody without an account sees it. */
export const visit = (host: string, path: string, form?: Record<string, string>) =>
  exports.default.fetch(`http://${host}${path}`, {
    headers: { Host: host },
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
  });

/** The letters that an organization has sent to an address, newest first: they leave soon after the change. */
export async function lettersTo(person: Person, email: string, count = 1): Promise<Json[]> {
  return vi.waitFor(async () => {
    const { mails } = await person.ok(person.get("/dev/mail"));
    const letters = mails.filter((mail: Json) => mail.to === email);
    if (letters.length < count) throw new Error(`${letters.length} letters to ${email}`);
    return letters;
  });
}

/** The path that the newest letter to an address leads to. */
export async function linkTo(person: Person, email: string, count = 1): Promise<string> {
  const [letter] = await lettersTo(person, email, count);
  return new URL(letter.url).pathname;
}
