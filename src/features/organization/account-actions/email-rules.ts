import { badRequest } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { isDomainAllowed } from "../email-domains/email-domains.ts";
import { realmSettings } from "../organization-settings/realm-settings.ts";

/** Well-known domains of disposable addresses, whose email anyone can read. */
const DISPOSABLE: ReadonlySet<string> = new Set([
  "10minutemail.com",
  "dispostable.com",
  "fakeinbox.com",
  "getnada.com",
  "guerrillamail.com",
  "guerrillamail.net",
  "maildrop.cc",
  "mailinator.com",
  "mailnesia.com",
  "mintemail.com",
  "mohmal.com",
  "mytemp.email",
  "sharklasers.com",
  "spamgourmet.com",
  "temp-mail.org",
  "tempail.com",
  "tempmail.com",
  "throwawaymail.com",
  "trashmail.com",
  "yopmail.com",
]);

/** Throws if the organization's settings don't allow an address (users-groups-org.md 4.1). */
export function checkEmailAllowed(realm: Realm, email: string): void {
  checkNotDisposable(realm, email);
  const { emails_restricted_to_domains } = realmSettings(realm);
  const [name = "", domain = ""] = email.toLowerCase().split("@");
  // With a plus, one mailbox can have many addresses.
  if (emails_restricted_to_domains && (name.includes("+") || !isDomainAllowed(realm, domain))) throw notAllowed(email);
}

/** Throws for a disposable address if the organization disallows them. */
export function checkNotDisposable(realm: Realm, email: string): void {
  const { disallow_disposable_email_addresses } = realmSettings(realm);
  const [, domain = ""] = email.toLowerCase().split("@");
  if (disallow_disposable_email_addresses && DISPOSABLE.has(domain)) {
    throw badRequest("Disposable email addresses are not allowed in this organization");
  }
}

const notAllowed = (email: string) => badRequest(`Email '${email}' not allowed in this organization`);
