// An official client of the Model Context Protocol. It reads orders and writes responses and notifications, each as a
// line of JSON. It authenticates with a key, or else prints the URL to which it would redirect the user.

import { createInterface } from "node:readline";

const [kind = "", url = "", key = "", redirect = ""] = process.argv.slice(2);
const [client, transport] =
  kind === "1"
    ? ["@modelcontextprotocol/sdk/client/index.js", "@modelcontextprotocol/sdk/client/streamableHttp.js"]
    : ["@modelcontextprotocol/client", "@modelcontextprotocol/client"];
const { Client } = await import(client);
const { StreamableHTTPClientTransport } = await import(transport);

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const hear = async () => JSON.parse((await lines.next()).value ?? '{ "do": "end" }');
/** @param {object} said */
const say = (said) => console.log(JSON.stringify(said));

/** @type {Record<string, any>} */
const kept = {};
/** @param {string} name */
const keeping = (name) => (/** @type {unknown} */ value) => {
  kept[name] = value;
};
const authProvider = {
  redirectUrl: redirect,
  clientMetadata: {
    client_name: `Official ${kind}`,
    redirect_uris: [redirect],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  },
  state: () => "some state",
  clientInformation: () => kept["client"],
  saveClientInformation: keeping("client"),
  tokens: () => kept["tokens"],
  saveTokens: keeping("tokens"),
  saveCodeVerifier: keeping("verifier"),
  codeVerifier: () => kept["verifier"],
  /** @param {URL} address */
  redirectToAuthorization: (address) => say({ authorize: String(address) }),
};

/** The decision that the client returns when the server asks the user. */
let decision = "decline";

/** @returns {Promise<any>} */
async function connect() {
  const connected = new Client(
    { name: "parley-test", version: "1.0.0" },
    {
      capabilities: { elicitation: { form: {} } },
      ...(kind === "2-auto" && { versionNegotiation: { mode: "auto" } }),
    },
  );
  if (kind !== "1") {
    connected.setRequestHandler("elicitation/create", (/** @type {any} */ { params }) => {
      say({ asked: params.message });
      return { action: "accept", content: { decision } };
    });
    connected.setNotificationHandler("notifications/resources/updated", (/** @type {any} */ { params }) =>
      say({ updated: params.uri }),
    );
  }
  const way = key === "" ? { authProvider } : { requestInit: { headers: { Authorization: `Bearer ${key}` } } };
  const to = new StreamableHTTPClientTransport(new URL(url), way);
  try {
    await connected.connect(to);
    return connected;
  } catch (error) {
    if (kept["tokens"] !== undefined || kept["verifier"] === undefined) throw error;
    const { searchParams } = new URL((await hear()).back);
    await (kind === "1" ? to.finishAuth(searchParams.get("code")) : to.finishAuth(searchParams));
    return connect();
  }
}

const connected = await connect();
say({ version: connected.getNegotiatedProtocolVersion?.() ?? null });

/** @type {Record<string, (order: any) => Promise<object>>} */
const orders = {
  async look() {
    const { tools } = await connected.listTools();
    const { resources } = await connected.listResources();
    const { prompts } = await connected.listPrompts();
    const { contents } = await connected.readResource({ uri: "parley://me/unread" });
    return { tools: tools.map((/** @type {{ name: string }} */ { name }) => name), resources, prompts, contents };
  },
  async call({ name, arguments: args, decides = "decline" }) {
    decision = decides;
    const { content, isError = false, structuredContent } = await connected.callTool({ name, arguments: args });
    return { text: content[0].text, isError, structuredContent };
  },
  async listen({ uris }) {
    const stream = await connected.listen({ resourceSubscriptions: uris });
    void stream.closed.then((/** @type {string} */ closed) => say({ closed }));
    return stream.honoredFilter;
  },
  tokens: async () => kept["tokens"],
};

for (let order = await hear(); order.do !== "end"; order = await hear()) {
  try {
    say({ done: await orders[order.do]?.(order) });
  } catch (error) {
    say({ failed: String(error) });
  }
}
await connected.close();
process.exit(0);
