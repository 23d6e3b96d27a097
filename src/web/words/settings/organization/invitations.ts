import { catalog } from "../../catalog.ts";
import { plural } from "../../format.ts";

export const invitationsWords = catalog("invitations", {
  rows: {
    invite: "Invite people",
    open: "Open invitations",
  },
  locked: "You may invite nobody. Administrators decide who may.",
  count: (count: number) => plural(count, { one: "# open invitation", other: "# open invitations" }),
  own: "You see those that you made yourself.",
  none: "No invitation is open",
  noneText: "Whoever has accepted theirs stands among the people.",
  link: "Link for anybody",
  by: (name: string) => `By ${name}`,
  expires: (when: string) => `expires ${when}`,
  forEver: "does not expire",
  copy: "Copy the link",
  resend: "Send again",
  resent: "The letter is on its way again",
  revoke: "Revoke",
  actions: (what: string) => `Actions for ${what}`,
  revokeTitle: (what: string) => `Revoke the invitation of ${what}?`,
  revokeLinkTitle: "Revoke the link?",
  revokeText: "Whoever opens it from now on is turned away. Whoever has joined already stays.",
  revoked: "The invitation is revoked",
});
