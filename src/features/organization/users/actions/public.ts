// The parts of this feature that others can use.
export { checkNewPerson, createAccount } from "./accounts.ts";
export { checkMayActAs } from "./act-as.ts";
export { accessBot, accessBotToSteer, outgoingWebhookOf } from "./bots/bots.ts";
export { tellBotOwner } from "./bots/tell-owner.ts";
export { deactivate, deactivatePerson, reactivate } from "./deactivation.ts";
export { sendDeactivationMail } from "./deactivation-mail.ts";
export { deleteProfile, eraseAccount, erasedName } from "./delete-profile.ts";
export { sendEmailChangedMail } from "./email-changed-mail.ts";
export { checkEmailAllowed, checkNotDisposable } from "./email-rules.ts";
export { checkNotManaged } from "./managed.ts";
export { checkNotLastOwner } from "./owner-rules.ts";
export { changeRole, roleName, updateFullMembers } from "./roles.ts";
