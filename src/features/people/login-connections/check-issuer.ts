import type { LoginProvider } from "../../../config/login-providers.ts";
import { badField } from "../../../protocol/errors.ts";
import { readDocument } from "../external-logins/providers/discovery.ts";
import { explained } from "../external-logins/providers/identify.ts";
import { asked, isSecure } from "../external-logins/providers/provider-fetch.ts";
import { ExternalLoginRefused } from "../external-logins/refused.ts";

type Worker = Parameters<typeof asked>[1] & { readonly log: Parameters<typeof explained>[1] };

const NEEDED = ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const;

/** In the Worker: reads the document of a service, and refuses one by which nobody could log in. */
export async function checkIssuer(provider: LoginProvider, { log, ...worker }: Worker): Promise<void> {
  const document = await explained(provider, log, () => readDocument(asked(provider, worker))).catch(
    (error: unknown) => {
      if (error instanceof ExternalLoginRefused) throw refusal(provider.issuer, error.detail);
      throw error;
    },
  );
  const faulty = NEEDED.find((name) => !isGood(document[name], provider));
  if (faulty !== undefined) throw refusal(provider.issuer, `no ${faulty}`);
}

function isGood(address: string | undefined, provider: LoginProvider): boolean {
  const url = URL.parse(address ?? "");
  return url !== null && isSecure(url, provider);
}

const refusal = (issuer: string, detail: string) =>
  badField("issuer", `No OpenID Connect service answers for ${issuer} (${detail}).`);
