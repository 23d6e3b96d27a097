// The parts of this feature that others can use.
export { checkNewPerson, createAccount } from "./accounts.ts";
export { checkMayActAs } from "./act-as.ts";
export { accessBot, outgoingWebhookOf } from "./bots/bots.ts";
export { deactivatePerson } from "./deactivation.ts";
export { sendDeactivationMail } from "./deactivation-mail.ts";
export { deleteProfile } from "./delete-profile.ts";
export { sendEmailChangedMail } from "./email-changed-mail.ts";
export { checkEmailAllowed } from "./email-rules.ts";
export { checkNotLastOwner } from "./owner-rules.ts";
export { changeRole, updateFullMembers } from "./roles.ts";
