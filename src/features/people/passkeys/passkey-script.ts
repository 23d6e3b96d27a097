import { type Html, html } from "../../../html-pages/html.ts";

interface PasskeyPart {
  readonly label: string;
  readonly refused: string;
  readonly failed: string;
  /** Page to open after the login. */
  readonly next?: string;
  readonly name?: string;
}

/** The button shown by `LOGIN_SCRIPT` or `SETUP_SCRIPT` if the browser supports passkeys. */
export const passkeyPart = ({ label, refused, failed, next = "/", name = "" }: PasskeyPart): Html =>
  html`<div class="passkey" id="passkey" data-next="${next}" data-name="${name}" data-refused="${refused}" data-failed="${failed}" hidden>
<p class="wrong" role="alert" hidden></p>
<button type="button" class="second">${label}</button>
</div>`;

// Inline scripts of the login and setup pages. They use the browser's passkeys, and run in every browser that has them.
// The page's Content-Security-Policy contains the script's hash, so that no other script runs.

const SHARED = String.raw`
const part = document.getElementById("passkey");
const button = part.querySelector("button");
const alert = part.querySelector("p");
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const cookie = /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie);
const post = async (path, fields) => {
  const headers = { "X-CSRFToken": cookie ? cookie[1] : "" };
  const answer = await (await fetch("/json" + path, { method: "POST", headers, body: new URLSearchParams(fields) })).json();
  if (answer.result !== "success") throw new Error(answer.code);
  return answer;
};
const send = (path, token, found, response, more) =>
  post(path, { token, credential: JSON.stringify({ id: found.id, type: found.type, response }), ...more });
const tell = (error) => {
  // Users who close the browser's dialog need no error message.
  if (error.name === "NotAllowedError" || error.name === "AbortError") return;
  alert.textContent = error.message === "PASSKEY_REFUSED" ? part.dataset.refused : part.dataset.failed;
  alert.hidden = false;
};
const isAddress = /^[\d.]+$|:/.test(location.hostname);
const hasPasskeys = window.PublicKeyCredential !== undefined && !isAddress;
`;

/** Logs in with a passkey: with the button, or when the browser offers one in the email field. */
export const LOGIN_SCRIPT = `(() => {${SHARED}
let waiting;
let chosen = false;
const ask = async (mediation) => {
  if (waiting) waiting.abort();
  const { signal } = (waiting = new AbortController());
  const { token, options } = await post("/login/passkey/begin", {});
  const publicKey = { ...options, challenge: bytes(options.challenge) };
  const found = await navigator.credentials.get({ mediation, signal, publicKey });
  const { clientDataJSON, authenticatorData, signature, userHandle } = found.response;
  await send("/login/passkey", token, found, {
    clientDataJSON: text(clientDataJSON),
    authenticatorData: text(authenticatorData),
    signature: text(signature),
    userHandle: userHandle ? text(userHandle) : null,
  });
  location.assign(part.dataset.next);
};
const offer = async () => {
  const can = PublicKeyCredential.isConditionalMediationAvailable;
  if (chosen || !can || !(await can.call(PublicKeyCredential))) return;
  // The browser offers this unasked, so the only error shown is that of a passkey the user chose.
  await ask("conditional").catch((error) => error.message === "PASSKEY_REFUSED" && tell(error));
};
if (!hasPasskeys) return;
part.hidden = false;
button.addEventListener("click", async () => {
  chosen = true;
  alert.hidden = true;
  await ask("optional").catch(tell);
  chosen = false;
  void offer();
});
void offer();
// Challenges expire after five minutes.
setInterval(offer, 240000);
})();`;

/** Creates a passkey for a user who has just logged in. */
export const SETUP_SCRIPT = `(() => {${SHARED}
if (!hasPasskeys) return;
part.hidden = false;
button.addEventListener("click", async () => {
  alert.hidden = true;
  try {
    const { token, options } = await post("/users/me/passkeys/begin", {});
    const known = options.excludeCredentials.map((one) => ({ ...one, id: bytes(one.id) }));
    const user = { ...options.user, id: bytes(options.user.id) };
    const publicKey = { ...options, challenge: bytes(options.challenge), user, excludeCredentials: known };
    const found = await navigator.credentials.create({ publicKey });
    const { clientDataJSON, attestationObject } = found.response;
    const response = { clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject) };
    await send("/users/me/passkeys", token, found, response, { name: part.dataset.name });
    location.assign("/");
  } catch (error) {
    tell(error);
  }
});
})();`;
