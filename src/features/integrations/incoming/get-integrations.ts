import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { integrations } from "./integrations.ts";
import type { SignatureForm } from "./signature.ts";
import { presets } from "./template/presets.ts";

const names = v.array(v.string());

/** The description of the integrations, for whoever sets one up: it changes with the program alone. */
const described = integrations.map(({ name, title, category, events, options = [], signature }) => ({
  name,
  title,
  category,
  events: [...events],
  options: [...options],
  signature_header: signature?.header ?? "X-Hub-Signature-256",
  signature: signature === undefined ? null : describedSignature(signature),
}));

/** The description of a service's signature. */
function describedSignature(form: SignatureForm) {
  if (form.by === "token") return { by: form.by, header: form.header };
  const { by, header, hash = "sha256", encoding = "hex", time, signed = "{body}" } = form;
  return {
    ...{ by, header, hash, encoding, signed },
    ...(time !== undefined && ("field" in time ? { time_field: time.field } : { time_header: time.header })),
  };
}

/** No part of Zulip's API: the services that can deliver, and the presets of the template webhook. */
export const getIntegrationsEndpoint = action({
  route: "GET /integrations",
  params: {},
  reply: {
    integrations: v.array(
      v.object({
        name: v.string(),
        title: v.string(),
        category: v.string(),
        events: names,
        options: names,
        signature_header: v.string(),
        signature: v.nullable(
          v.object({
            by: v.string(),
            header: v.string(),
            hash: v.optional(v.string()),
            encoding: v.optional(v.string()),
            signed: v.optional(v.string()),
            time_field: v.optional(v.string()),
            time_header: v.optional(v.string()),
          }),
        ),
      }),
    ),
    presets: v.array(v.object({ name: v.string(), title: v.string(), topic: v.string(), content: v.string() })),
  },
  run: () => ({
    integrations: described,
    presets: presets.map(({ name, title, topic, content }) => ({ name, title, topic, content })),
  }),
});
