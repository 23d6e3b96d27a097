interface ScriptPolicy {
  createScriptURL(url: string): string;
}
interface ScriptPolicyFactory {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy;
}

let policy: ScriptPolicy | undefined;

/** Wraps the URL of a client script in the form needed to start workers. Throws for any other URL. */
export function scriptAddress(address: string): string {
  const factory = (globalThis as { readonly trustedTypes?: ScriptPolicyFactory }).trustedTypes;
  policy ??= factory?.createPolicy("own-script", { createScriptURL: ownAddress }) ?? { createScriptURL: ownAddress };
  return policy.createScriptURL(address);
}

function ownAddress(address: string): string {
  if (!/^\/[a-z][\w./-]*\.js$/.test(address)) throw new TypeError(`${address} is no script of the client`);
  return address;
}
