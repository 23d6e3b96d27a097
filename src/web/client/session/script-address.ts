interface ScriptPolicy {
  createScriptURL(url: string): string;
}
interface ScriptPolicyFactory {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy;
}

let policy: ScriptPolicy | undefined;

/** The address of a script of the client, in the form in which workers are started. All other addresses are refused. */
export function scriptAddress(address: string): string {
  const factory = (globalThis as { readonly trustedTypes?: ScriptPolicyFactory }).trustedTypes;
  policy ??= factory?.createPolicy("own-script", { createScriptURL: ownAddress }) ?? { createScriptURL: ownAddress };
  return policy.createScriptURL(address);
}

function ownAddress(address: string): string {
  if (!/^\/[a-z][\w./-]*\.js$/.test(address)) throw new TypeError(`${address} is no script of the client`);
  return address;
}
