import { invalidParams } from "../../../src/mcp/errors.ts";
import { canAsk, type Exchange, type InputRequest, InputRequired } from "../../../src/mcp/exchange.ts";
import { isObject, type JsonObject } from "../../../src/mcp/json.ts";
import type { Content, McpServer, PromptResult, ToolResult } from "../../../src/mcp/server.ts";

/** The smallest valid picture and sound. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

const text = (said: string): Content => ({ type: "text", text: said });
const image: Content = { type: "image", data: PNG, mimeType: "image/png" };
const resource = (uri: string): Content => ({
  type: "resource",
  resource: { uri, mimeType: "text/plain", text: "Embedded." },
});
const says = (...content: Content[]): ToolResult => ({ content });

const form = (field: string, type = "string"): InputRequest => ({
  method: "elicitation/create",
  params: {
    mode: "form",
    message: `Say ${field}.`,
    requestedSchema: { type: "object", properties: { [field]: { type } }, required: [field] },
  },
});
const sampling: InputRequest = {
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: text("What is the capital of France?") }], maxTokens: 100 },
};
const roots: InputRequest = { method: "roots/list", params: {} };

/** Returns the value of a field of an accepted form, or undefined if the field is missing or has another type. */
function given({ inputResponses }: Exchange, key: string, field: string, type = "string"): unknown {
  const response = inputResponses?.[key];
  if (!isObject(response) || response["action"] !== "accept" || !isObject(response["content"])) return undefined;
  const value = response["content"][field];
  return typeof value === type ? value : undefined;
}

type Fixture = (exchange: Exchange) => ToolResult | InputRequired | Promise<ToolResult | InputRequired>;

const asking =
  (key: string, field: string, state?: unknown): Fixture =>
  (exchange) => {
    const value = given(exchange, key, field);
    return value === undefined ? new InputRequired({ [key]: form(field) }, state) : says(text(`You said ${value}.`));
  };

const fixtures: Readonly<Record<string, Fixture>> = {
  test_simple_text: () => says(text("This is a simple text response for testing.")),
  test_image_content: () => says(image),
  test_audio_content: () => says({ type: "audio", data: WAV, mimeType: "audio/wav" }),
  test_embedded_resource: () => says(resource("test://embedded-resource")),
  test_multiple_content_types: () => says(text("Several."), image, resource("test://mixed-content-resource")),
  test_error_handling: () => ({ ...says(text("This tool intentionally returns an error for testing")), isError: true }),
  test_logging_tool: () => says(text("Nothing is logged.")),
  test_missing_capability: ({ inputResponses }) =>
    inputResponses === undefined ? new InputRequired({ sample: sampling }) : says(text("Done.")),
  test_streaming_elicitation: asking("user_name", "name"),
  async test_tool_with_progress({ progress }) {
    for (const done of [0, 50, 100]) progress(done, `${done} of 100`, 100);
    return says(text("Progress is told."));
  },
  test_input_required_result_elicitation: asking("user_name", "name"),
  test_input_required_result_sampling: ({ inputResponses }) =>
    isObject(inputResponses?.["sample_request"])
      ? says(text("Sampled."))
      : new InputRequired({ sample_request: sampling }),
  test_input_required_result_list_roots: ({ inputResponses }) =>
    isObject(inputResponses?.["roots_request"]) ? says(text("Listed.")) : new InputRequired({ roots_request: roots }),
  test_input_required_result_request_state: (exchange) =>
    exchange.state === "asked" && given(exchange, "confirm", "ok", "boolean") === true
      ? says(text("state-ok"))
      : new InputRequired({ confirm: form("ok", "boolean") }, "asked"),
  test_input_required_result_tampered_state: (exchange) =>
    exchange.state === "asked" && given(exchange, "confirm", "ok", "boolean") === true
      ? says(text("state-ok"))
      : new InputRequired({ confirm: form("ok", "boolean") }, "asked"),
  test_input_required_result_multiple_inputs: ({ inputResponses = {}, state }) =>
    state === "asked" && ["user_name", "greeting", "client_roots"].every((key) => isObject(inputResponses[key]))
      ? says(text("All are there."))
      : new InputRequired({ user_name: form("name"), greeting: sampling, client_roots: roots }, "asked"),
  test_input_required_result_multi_round(exchange) {
    const { state } = exchange;
    const name = given(exchange, "step1", "name");
    if (name !== undefined) return new InputRequired({ step2: form("color") }, { name });
    const color = given(exchange, "step2", "color");
    if (color !== undefined && isObject(state)) return says(text(`${state["name"]} likes ${color}`));
    return new InputRequired({ step1: form("name") }, "first");
  },
  test_input_required_result_capabilities({ capabilities, inputResponses }) {
    const requests = {
      ...(canAsk(capabilities) && { user_name: form("name") }),
      ...("sampling" in capabilities && { greeting: sampling }),
      ...("roots" in capabilities && { client_roots: roots }),
    };
    return inputResponses === undefined ? new InputRequired(requests) : says(text("Done."));
  },
};

const described = (name: string) => ({
  name,
  description: `The fixture ${name}.`,
  inputSchema: { type: "object", properties: {} },
});

/** A schema of JSON Schema 2020-12 with everything that clients must preserve. */
const wide = {
  ...described("json_schema_2020_12_tool"),
  inputSchema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: {
      address: {
        $anchor: "addressDef",
        type: "object",
        properties: { street: { type: "string" }, city: { type: "string" } },
      },
    },
    properties: {
      name: { type: "string" },
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
      phone: { type: "string" },
      email: { type: "string" },
    },
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ["phone"] },
    else: { required: ["email"] },
    additionalProperties: false,
  },
};

const prompted = (...content: Content[]): PromptResult => ({
  messages: content.map((one) => ({ role: "user", content: one })),
});

type PromptFixture = (args: Readonly<Record<string, string>>, exchange: Exchange) => PromptResult | InputRequired;

const prompts: Readonly<Record<string, PromptFixture>> = {
  test_simple_prompt: () => prompted(text("This is a simple prompt for testing.")),
  test_prompt_with_arguments: ({ arg1, arg2 }) =>
    prompted(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  test_prompt_with_embedded_resource: ({ resourceUri = "" }) => prompted(resource(resourceUri), text("Read it.")),
  test_prompt_with_image: () => prompted(image, text("Look at it.")),
  test_input_required_result_prompt(_, exchange) {
    const context = given(exchange, "user_context", "context");
    return context === undefined
      ? new InputRequired({ user_context: form("context") })
      : prompted(text(`With ${context}`));
  },
};

const named = (...names: string[]) => ({ arguments: names.map((name) => ({ name, required: true })) });

/** The server that the conformance suite expects. */
export const fixtureServer: McpServer = {
  info: { name: "fixtures", version: "1.0.0" },
  instructions: "Fixtures of the conformance suite.",
  stateKey: "a key of the test",
  tools: [...Object.keys(fixtures).map(described), wide],
  async callTool(name: string, _args: JsonObject, exchange: Exchange) {
    const fixture = fixtures[name];
    if (fixture === undefined) throw invalidParams(`There is no tool ${name}.`);
    return fixture(exchange);
  },
  resources: {
    list: async () => ({
      resources: [
        { uri: "test://static-text", name: "text", mimeType: "text/plain" },
        { uri: "test://static-binary", name: "binary", mimeType: "image/png" },
      ],
    }),
    templates: [{ uriTemplate: "test://template/{id}/data", name: "template", mimeType: "application/json" }],
    async read(uri) {
      if (uri === "test://static-text") return [{ uri, mimeType: "text/plain", text: "The content of a static text." }];
      if (uri === "test://static-binary") return [{ uri, mimeType: "image/png", blob: PNG }];
      const [, id] = /^test:\/\/template\/(\w+)\/data$/.exec(uri) ?? [];
      return id === undefined ? undefined : [{ uri, mimeType: "application/json", text: JSON.stringify({ id }) }];
    },
  },
  prompts: {
    list: [
      { name: "test_simple_prompt", description: "A simple prompt." },
      { name: "test_prompt_with_arguments", description: "One with arguments.", ...named("arg1", "arg2") },
      { name: "test_prompt_with_embedded_resource", description: "One with a resource.", ...named("resourceUri") },
      { name: "test_prompt_with_image", description: "One with a picture." },
      { name: "test_input_required_result_prompt", description: "One that asks." },
    ],
    async get(name, args, exchange) {
      const fixture = prompts[name];
      if (fixture === undefined) throw invalidParams(`There is no prompt ${name}.`);
      return fixture(args, exchange);
    },
  },
  complete: async ({ argument }) => ["paris", "park", "party"].filter((one) => one.startsWith(argument.value)),
  caching: { lists: { ttlMs: 1000, cacheScope: "public" }, resources: { ttlMs: 0, cacheScope: "private" } },
};
