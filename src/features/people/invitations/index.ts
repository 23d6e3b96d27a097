import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { administratorChangedHook, userCreatedHook, userDeactivatedHook } from "../../organization/accounts/hooks.ts";
import { invitationEndpoints } from "./endpoints.ts";
import { invitesChanged } from "./events.ts";
import { emitInvitesChangedTo, endInvitationsOf, revokeAllBy } from "./invitations.ts";
import { joinPage, joinSubmittedPage } from "./join-page.ts";
import { schema } from "./rows.ts";
import { sendInvitationsEndpoint } from "./send-invitations.ts";

/** Invitations, by email or by a link that anyone can open, and the messages that welcome new users. */
export const invitations = feature({
  name: "invitations",
  schema,
  personal: { invitations: { address: "email" } },
  archive: {
    leftOut: {
      invitations: "of the moment: the letter names the old server",
      invitation_links: "of the server: the link names it",
      invitation_askers: "of the moment",
      invitation_mails: "of the moment",
    },
  },
  endpoints: [sendInvitationsEndpoint, ...invitationEndpoints],
  pages: [joinPage, joinSubmittedPage],
  events: [invitesChanged],
  handlers: [
    on(userCreatedHook, endInvitationsOf),
    on(userDeactivatedHook, revokeAllBy),
    on(administratorChangedHook, emitInvitesChangedTo),
  ],
});
