import * as v from "valibot";
import { action } from "../../../../endpoints/endpoint.ts";
import { json, optional } from "../../../../endpoints/parameter.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { canSendMail, sendMail } from "../../../mail/public.ts";
import { listActiveOwners } from "../../users/public.ts";
import { deactivateOrganization } from "../closing.ts";
import { realmSettings } from "../realm-settings.ts";

export const deactivateRealmEndpoint = action({
  route: "POST /realm/deactivate",
  by: "owner",
  params: {
    deletion_delay_days: optional(json(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)))), null),
  },
  reply: {},
  run({ realm, actor, params: { deletion_delay_days } }) {
    if (deletion_delay_days !== null) {
      throw badRequest("This server keeps what an organization holds: it cannot be told to delete it later.");
    }
    deactivateOrganization(realm);
    sendOwnerMails(realm, actor);
    return {};
  },
});

/** Mails each owner who deactivated the organization, so that none loses it without noticing. */
function sendOwnerMails(realm: Realm, { full_name }: Actor): void {
  if (!canSendMail(realm)) return;
  const { name } = realmSettings(realm);
  for (const { delivery_email: to } of listActiveOwners(realm)) {
    sendMail(realm, {
      to,
      subject: `${name} has been deactivated`,
      paragraphs: [
        "Hello,",
        `${full_name} has deactivated ${name} (${realm.url}), of which you are an owner. Nobody can use it any more.`,
        "All that it holds is kept. Whoever runs the server can take it into use again.",
      ],
    });
  }
}
