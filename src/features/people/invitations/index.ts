import { feature } from "../../../feature.ts";
import { on } from "../../../realm/hook.ts";
import { administratorChangedHook, userDeactivatedHook } from "../../organization/users/hooks.ts";
import { acceptInvitationEndpoint } from "./accept-invitation.ts";
import { confirmAddressEndpoint } from "./confirm-address.ts";
import { createLinkEndpoint } from "./create-link.ts";
import { invitesChanged } from "./events.ts";
import { getInvitationEndpoint } from "./get-invitation.ts";
import { getInvitationsEndpoint } from "./get-invitations.ts";
import { revokeAllBy, tellInvitesTo } from "./invitations.ts";
import { joinedPage, joinPage } from "./join-page.ts";
import { resendInvitationEndpoint } from "./resend-invitation.ts";
import { revokeInvitationEndpoint } from "./revoke-invitation.ts";
import { revokeLinkEndpoint } from "./revoke-link.ts";
import { schema } from "./rows.ts";
import { sendInvitationsEndpoint } from "./send-invitations.ts";
import { testWelcomeMessageEndpoint } from "./test-welcome-message.ts";

/** How people come in: by an invitation to their address, or by a link; and what they are welcomed with. */
export const invitations = feature({
  name: "invitations",
  schema,
  endpoints: [
    sendInvitationsEndpoint,
    createLinkEndpoint,
    getInvitationsEndpoint,
    revokeInvitationEndpoint,
    revokeLinkEndpoint,
    resendInvitationEndpoint,
    getInvitationEndpoint,
    confirmAddressEndpoint,
    acceptInvitationEndpoint,
    testWelcomeMessageEndpoint,
  ],
  pages: [joinPage, joinedPage],
  events: [invitesChanged],
  handlers: [on(userDeactivatedHook, revokeAllBy), on(administratorChangedHook, tellInvitesTo)],
});
