import { integration, jsonSample } from "../../integration.ts";

export const homeassistant = integration({
  name: "homeassistant",
  title: "Home Assistant",
  render: ({ payload }) => ({ topic: payload.line("topic", "homeassistant"), content: payload.text("message") }),
  sample: jsonSample({ message: "The sun is up.", topic: "sky" }),
});
