import { faults } from "../../../database/faults.ts";
import { edgeEndpoint } from "../../../endpoints/endpoint.ts";
import { oneOf, optional, text } from "../../../endpoints/parameter.ts";

/** Makes each write to any organization's own database fail with this error; without an error, writes work again. */
export const breakStorageEndpoint = edgeEndpoint({
  route: "POST /testing/storage",
  limited: false,
  params: { error: optional(text("word")) },
  reply: {},
  answer({ params }) {
    faults.own = params.error ?? null;
    return {};
  },
});

/**
 * Makes D1 misbehave for all organizations of the process, or one of its databases (`only`): always, or for rows that
 * contain the text `disliked`.
 */
export const breakDatabaseEndpoint = edgeEndpoint({
  route: "POST /testing/database",
  limited: false,
  params: {
    mode: oneOf("none", "refuse", "slow", "lie", "full"),
    only: optional(text("word")),
    disliked: optional(text("word")),
  },
  reply: {},
  answer({ params }) {
    faults.database = params.mode;
    faults.only = params.only ?? null;
    faults.disliked = params.disliked ?? null;
    return {};
  },
});
