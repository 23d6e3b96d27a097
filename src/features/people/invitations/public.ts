// What other features may use of this one.
export {
  acceptInvitation,
  accessInvitationByKey,
  checkEmailCanJoin,
  findInvitationTo,
  type Invitation,
} from "./join.ts";
export { sendWelcome } from "./welcome.ts";
