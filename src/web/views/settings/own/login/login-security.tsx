import { LoginServiceGroup } from "./login-service-group.tsx";
import { PasskeyGroup } from "./passkey-group.tsx";
import { SecondFactorGroup } from "./second-factor-group.tsx";

/** The ways to log in: passkeys, a second factor besides the password, and other services. */
export const LoginSecurity = () => (
  <>
    <PasskeyGroup />
    <SecondFactorGroup />
    <LoginServiceGroup />
  </>
);
