import { integration, jsonSample, writtenMessage } from "../../integration.ts";

export const ifttt = integration({
  name: "ifttt",
  title: "IFTTT",
  readsAnything: true,
  render: ({ payload }) => writtenMessage(payload),
  sample: jsonSample({ topic: "Email sent from", content: "An email to you" }),
});
