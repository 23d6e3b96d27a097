interface Policy {
  createHTML(html: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: Policy): Policy;
}

const factory = (globalThis as { readonly trustedTypes?: PolicyFactory }).trustedTypes;
const policy = factory?.createPolicy("server-html", { createHTML: (html) => html });

/**
 * Wraps HTML rendered by the server for `dangerouslySetInnerHTML` and `innerHTML`. The server has removed all code from
 * it. The page accepts HTML from no other source (`require-trusted-types-for` policy).
 */
export const serverHtml = (html: string): { readonly __html: string } => ({
  __html: policy === undefined ? html : policy.createHTML(html),
});
