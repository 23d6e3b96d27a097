// The parts of this feature that others can use.
export { accessUser, accessUserByEmail, accessUsers, accessUserToChange, usersNamed } from "./access.ts";
export {
  botKeysEndingSoon,
  countKeys,
  endKeys,
  endKeysGivenTo,
  endOverdueKeys,
  issueKey,
  loginReply,
  removeKeys,
} from "./api-keys/api-keys.ts";
export { allUserIds, consentingAccounts, consents, usersOfRole, usersToRead } from "./archive.ts";
export { importedBotType, isActiveAccount } from "./archive-accounts.ts";
export { ofNewAccount } from "./archive-ways-in.ts";
export { roleAtMost, roleOf, userAudience, viewerOf } from "./audience.ts";
export {
  countAttempt,
  countLogin,
  forgetAllLogins,
  forgetAttempts,
  forgetBrowsers,
  forgetLogins,
  rememberBrowser,
} from "./authentication/login-attempts.ts";
export {
  adminSessionLifetime,
  endOfLogin,
  freshLogin,
  isBounded,
  isOver,
  keyLifetime,
  type Lifetime,
  overdueAt,
  sessionLifetime,
  sessionLifetimeOf,
  sessionUseStep,
} from "./authentication/login-limits.ts";
export { isToBeNoted } from "./authentication/login-use.ts";
export { checkPasswordStrength, hashPassword, verifyPassword } from "./authentication/password.ts";
export {
  beginLogin,
  checkComplete,
  checkLogin,
  checkPasswordLogins,
  finishLogin,
} from "./authentication/password-login.ts";
export {
  checkRecentLogin,
  checkWayInChange,
  confirmAddress,
  doubtAddress,
  forgetPassword,
  hasConfirmedOther,
  isAddressConfirmed,
  isAddressDoubted,
  writePassword,
} from "./authentication/ways-in.ts";
export { avatarKey, type ReservedAvatar, replaceAvatar, reserveAvatar } from "./avatars.ts";
export { changeEmail, changeEmailVisibility, changeFullName, changeTimeZone, emitUserAdded } from "./changes.ts";
export { emailSchema, isEmail } from "./email.ts";
export { checkNameIsFree, fullNameSchema } from "./full-name.ts";
export { canAccessUser, visibilityTest, visibleUserIds } from "./guest-visibility.ts";
export {
  accountErasedHook,
  accountManagedHook,
  addressGivenHook,
  addressToConfirmHook,
  administratorChangedHook,
  beforeKeyDisclosureHook,
  channelNamedHook,
  channelNameHook,
  type DeletionActions,
  deletionOrderedHook,
  keysEndedHook,
  keysRenewedHook,
  type LoginStanding,
  limitsGuestsHook,
  loggedInHook,
  loginRulesHook,
  loginStandingHook,
  ownerChangedHook,
  type ProfileEntry,
  passwordLoginsHook,
  profileDeletedHook,
  profileEntriesHook,
  profileLeavingHook,
  profilePiecesHook,
  recentLoginHook,
  roleRaisedHook,
  sharedChannelUsersHook,
  sharesChannelHook,
  startingSettingsHook,
  unfinishedLoginsHook,
  userBecameVisibleHook,
  userCreatedHook,
  userDeactivatedHook,
  userInPermissionsHook,
  userReactivatedHook,
} from "./hooks.ts";
export { actorName, letterLanguage } from "./letter-language.ts";
export { memberSchema } from "./member-schema.ts";
export { profileOf } from "./profiles.ts";
export { spectatorFields, unknownUser, unknownUserFields } from "./unknown-user.ts";
export { idsLike, listedMember, listUsers, readUsers } from "./user-list.ts";
export { avatarUrl, memberObject, seesRealEmail, type Viewer } from "./user-object.ts";
export { userUuid } from "./user-uuid.ts";
export {
  activeAccountCounts,
  activeAdministrators,
  actorOf,
  botsOwnedBy,
  checkEmailIsFree,
  findUser,
  findUserByRealEmail,
  hasPassword,
  hasSystemBot,
  inactiveUsers,
  insertSystemAccount,
  listActiveOwners,
  noteOwnSettings,
  passwordHashOf,
  peopleFrom,
  type SystemBotName,
  settingOf,
  settingsOf,
  settingsOfMany,
  settingsSetBy,
  systemBot,
  systemBotIds,
  type User,
  usersHidingPresence,
  usersHidingReadReceipts,
  usersWantingAllChannels,
  writeUserSetting,
} from "./users.ts";
export { withGuestVisibilityEvents } from "./visibility-events.ts";
