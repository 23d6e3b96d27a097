import { PasskeyGroup } from "./passkey-group.tsx";
import { SecondFactorGroup } from "./second-factor-group.tsx";

/** How one logs in: passkeys, and what is wanted beside a password. */
export const LoginSecurity = () => (
  <>
    <PasskeyGroup />
    <SecondFactorGroup />
  </>
);
