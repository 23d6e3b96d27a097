import { useClient } from "../../client/client.ts";
import { loadOutside } from "../../loads.ts";
import { lazyView } from "../../parts/lazy-view.tsx";
import { LoginNotice } from "../reauthentication/login-again.tsx";

const OutsideBar = lazyView(async () => (await loadOutside()).OutsideBar);

/**
 * The top of the page. Shows someone who joined through an outside link their access, and others a notice if the
 * session has ended.
 */
export const SessionNotice = () => (useClient().watch("outside").outside_access ? <OutsideBar /> : <LoginNotice />);
