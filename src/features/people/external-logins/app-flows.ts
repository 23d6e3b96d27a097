const bytesOf = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(hex, "hex"));
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

interface MobileLogin {
  readonly key: string;
  readonly otp: string;
  readonly email: string;
  readonly user_id: number;
  readonly origin: string;
}

/** The address that leads back into a mobile app, which alone knows the pad of the key (logins.md 2). */
export function mobileAddress({ key, otp, email, user_id, origin }: MobileLogin): string {
  const pad = bytesOf(otp);
  const padded = new TextEncoder().encode(key).map((byte, index) => byte ^ (pad[index] ?? 0));
  const fields = { otp_encrypted_api_key: hexOf(padded), email, user_id: String(user_id), realm: origin };
  return `zulip://login?${new URLSearchParams(fields)}`;
}

const IV_BYTES = 12;

/** A token as people carry it into the desktop app, which alone knows the key (logins.md 3). */
export async function desktopToken(token: string, otp: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const key = await crypto.subtle.importKey("raw", bytesOf(otp), "AES-GCM", false, ["encrypt"]);
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, new TextEncoder().encode(token));
  return hexOf(iv) + hexOf(new Uint8Array(sealed));
}
