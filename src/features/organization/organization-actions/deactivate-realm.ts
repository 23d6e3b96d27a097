import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { json, optional } from "../../../api/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { words } from "../../../protocol/words/words.ts";
import type { Realm } from "../../../realm/realm.ts";
import { canSendMail } from "../../email/email.ts";
import { listActiveOwners } from "../accounts/accounts.ts";
import { actorName, emailLanguage } from "../accounts/email-language.ts";
import { deactivateOrganization } from "../organization-settings/deactivation.ts";
import { emailTo } from "../organization-settings/email-user.ts";

export const deactivateRealmEndpoint = action({
  route: "POST /realm/deactivate",
  by: "owner",
  params: {
    deletion_delay_days: optional(json(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)))), null),
  },
  run({ realm, actor, params: { deletion_delay_days } }) {
    if (deletion_delay_days !== null) {
      throw badRequest("This server keeps an organization's data: it can't delete it later.");
    }
    closeOrganization(realm, actor.full_name);
  },
});

/** Deactivates the organization on behalf of an owner, or of the server's operator if `by` is undefined. */
export function closeOrganization(realm: Realm, by: string | undefined): void {
  deactivateOrganization(realm);
  sendOwnerMails(realm, by);
}

/** Informs each owner by email who deactivated the organization, so that none of them misses it. */
function sendOwnerMails(realm: Realm, by: string | undefined): void {
  if (!canSendMail(realm)) return;
  for (const owner of listActiveOwners(realm)) {
    const reader = { to: owner.delivery_email, language: emailLanguage(realm, owner) };
    emailTo(realm, reader, emailWords, (words, name, language) => ({
      subject: words.subject(name),
      paragraphs: [words.deactivated(actorName(language, by), name, realm.url), words.kept],
    }));
  }
}

const emailWords = words("realmDeactivation", {
  subject: "{organization} has been deactivated",
  deactivated: "{by} deactivated {organization} ({url}), of which you are an owner. No one can use it anymore.",
  kept: "Its data is kept. Your server administrator can reactivate it.",
});
