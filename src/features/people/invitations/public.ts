// The parts of this feature that others can use.
export {
  acceptInvitation,
  accessInvitationByKey,
  checkEmailCanJoin,
  findInvitationTo,
  type Invitation,
} from "./join.ts";
export { sendWelcome } from "./welcome.ts";
