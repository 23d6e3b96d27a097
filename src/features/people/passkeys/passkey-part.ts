import { type Html, html } from "../../../pages/html.ts";

interface PasskeyPart {
  readonly label: string;
  readonly refused: string;
  readonly failed: string;
  /** The page that follows the login. */
  readonly next?: string;
  /** The name of a new passkey. */
  readonly name?: string;
}

/** The button that `LOGIN_SCRIPT` or `SETUP_SCRIPT` shows, where the browser knows passkeys. */
export const passkeyPart = ({ label, refused, failed, next = "/", name = "" }: PasskeyPart): Html =>
  html`<div class="passkey" id="passkey" data-next="${next}" data-name="${name}" data-refused="${refused}" data-failed="${failed}" hidden>
<p class="wrong" role="alert" hidden></p>
<button type="button" class="second">${label}</button>
</div>`;
