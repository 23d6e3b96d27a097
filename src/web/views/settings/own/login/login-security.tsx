import { LoginServiceGroup } from "./login-service-group.tsx";
import { PasskeyGroup } from "./passkey-group.tsx";
import { SecondFactorGroup } from "./second-factor-group.tsx";

/** How one logs in: passkeys, what is wanted beside a password, and other services. */
export const LoginSecurity = () => (
  <>
    <PasskeyGroup />
    <SecondFactorGroup />
    <LoginServiceGroup />
  </>
);
