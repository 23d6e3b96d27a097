import { IDENTITY, integration, jsonSample, writtenMessage } from "../../integration.ts";

export const zapier = integration({
  name: "zapier",
  title: "Zapier",
  readsAnything: true,
  render: ({ payload }) => (payload.line("type", "") === "auth" ? IDENTITY : writtenMessage(payload)),
  sample: jsonSample({ topic: "New row", content: "Row 7 was added" }),
});
