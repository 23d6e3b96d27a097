import { type Html, html } from "../../../html-pages/html.ts";

interface PasskeyPart {
  readonly label: string;
  readonly refused: string;
  readonly failed: string;
  /** Page that follows the login. */
  readonly next?: string;
  /** Name of a new passkey. */
  readonly name?: string;
}

/** The button shown by `LOGIN_SCRIPT` or `SETUP_SCRIPT` if the browser supports passkeys. */
export const passkeyPart = ({ label, refused, failed, next = "/", name = "" }: PasskeyPart): Html =>
  html`<div class="passkey" id="passkey" data-next="${next}" data-name="${name}" data-refused="${refused}" data-failed="${failed}" hidden>
<p class="wrong" role="alert" hidden></p>
<button type="button" class="second">${label}</button>
</div>`;
