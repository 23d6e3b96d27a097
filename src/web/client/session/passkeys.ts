import type { Api } from "../../wire/api.ts";

// Converts between the browser's passkey API and the server's JSON with base64url, because not every browser does so
// itself.

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const text = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Whether this browser can use passkeys on this site. They are bound to a host name, so an IP address doesn't work. */
export const knowsPasskeys = (): boolean => "PublicKeyCredential" in window && !/^[\d.]+$|:/.test(location.hostname);

/** True if the user closed the browser's dialog, so that no error needs to be shown. */
export const isGivenUp = (error: unknown): boolean => error instanceof DOMException && error.name === "NotAllowedError";

interface Descriptor {
  readonly type: "public-key";
  readonly id: string;
}

interface Creation {
  readonly token: string;
  readonly options: Omit<PublicKeyCredentialCreationOptions, "challenge" | "user" | "excludeCredentials"> & {
    readonly challenge: string;
    readonly user: Omit<PublicKeyCredentialUserEntity, "id"> & { readonly id: string };
    readonly excludeCredentials: readonly Descriptor[];
  };
}

export async function addPasskey(api: Api, name: string, { token, options }: Creation): Promise<void> {
  const publicKey: PublicKeyCredentialCreationOptions = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: options.excludeCredentials.map(({ type, id }) => ({ type, id: bytes(id) })),
  };
  const made = await navigator.credentials.create({ publicKey });
  if (!(made instanceof PublicKeyCredential)) return;
  const response = made.response as AuthenticatorAttestationResponse;
  await api.post("/users/me/passkeys", {
    token,
    name,
    credential: {
      ...{ id: made.id, type: made.type },
      response: {
        clientDataJSON: text(response.clientDataJSON),
        attestationObject: text(response.attestationObject),
      },
    },
  });
}

/** Requests the options for creating a passkey. Called first, because the server may require a newer login. */
export const beginPasskey = (api: Api): Promise<Creation> => api.post<Creation>("/users/me/passkeys/begin");

interface Request {
  readonly token: string;
  readonly options: Omit<PublicKeyCredentialRequestOptions, "challenge" | "allowCredentials"> & {
    readonly challenge: string;
  };
}

export async function logInWithPasskey(api: Api, user_id: number): Promise<void> {
  const { token, options } = await api.post<Request>("/login/passkey/begin");
  const publicKey = { ...options, challenge: bytes(options.challenge), allowCredentials: [] };
  const found = await navigator.credentials.get({ publicKey });
  if (!(found instanceof PublicKeyCredential)) return;
  const response = found.response as AuthenticatorAssertionResponse;
  await api.post("/login/passkey", {
    token,
    user_id,
    credential: {
      ...{ id: found.id, type: found.type },
      response: {
        clientDataJSON: text(response.clientDataJSON),
        authenticatorData: text(response.authenticatorData),
        signature: text(response.signature),
        userHandle: response.userHandle === null ? null : text(response.userHandle),
      },
    },
  });
}
