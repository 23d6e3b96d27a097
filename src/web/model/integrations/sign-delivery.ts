import type { SignatureForm } from "./integration.ts";

export interface Signing {
  readonly form: SignatureForm;
  readonly secret: string;
}

/** The headers that prove that a delivery comes from the service. */
export async function signedHeaders(
  { form, secret }: Signing,
  body: string,
  seconds: number,
): Promise<Record<string, string>> {
  if (form.by === "token") return { [form.header]: secret };
  const { signed = "{body}", hash = "sha256", encoding = "hex", time_field, time_header } = form;
  const text = signed.replace("{time}", () => String(seconds)).replace("{body}", () => body);
  const mac = await hmac(hash === "sha1" ? "SHA-1" : "SHA-256", secret, text);
  const signature = encoding === "base64" ? btoa(String.fromCharCode(...mac)) : hex(mac);
  return {
    [form.header]: time_field === undefined ? signature : `${time_field}=${seconds},v1=${signature}`,
    ...(time_header !== undefined && { [time_header]: String(seconds) }),
  };
}

async function hmac(hash: string, secret: string, text: string): Promise<Uint8Array> {
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", bytes.encode(secret), { name: "HMAC", hash }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes.encode(text)));
}

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
