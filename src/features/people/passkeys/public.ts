// The parts of this feature that others can use.
export { accessChallenge, newChallenge, spendChallenge } from "./challenges.ts";
export { passkeyPart } from "./passkey-part.ts";
export { LOGIN_SCRIPT, SETUP_SCRIPT } from "./passkey-script.ts";
export {
  addPasskey,
  checkPasskeyRoom,
  deletePasskeysOf,
  hasPasskey,
  listPasskeys,
  passkeyOf,
  removePasskey,
  renamePasskey,
  usePasskey,
  userHandle,
} from "./passkeys.ts";
export { ALGORITHMS } from "./webauthn/public-key.ts";
export {
  assertionSchema,
  newCredentialSchema,
  rpIdOf,
  verifyAssertion,
  verifyNewCredential,
} from "./webauthn/verify.ts";
